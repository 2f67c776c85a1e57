import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Provider } from 'jotai'
import { store } from '#lib/store.ts'
import type { AppRouter } from './router.ts'

interface ProvidersProps {
  router: AppRouter
  queryClient: QueryClient
}

export function Providers({ router, queryClient }: ProvidersProps) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Provider>
  )
}
