import type { QueryClient } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { RouteFailed, RoutePending, RouteMissing } from '#routes/-route-states.tsx'
import { routeTree } from '../route-tree.gen.ts'
import { mayWarm } from './warming.ts'
import { parseSearch, stringifySearch } from './search.ts'

const layouts = {
  Visitor: lazyRouteComponent(() => import('./layouts/visitor-layout.tsx'), 'VisitorLayout'),
  Member: lazyRouteComponent(() => import('./layouts/member-layout.tsx'), 'MemberLayout'),
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient, layouts },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: RouteMissing,
    scrollRestoration: true,
  })
  // What may come next is fetched ahead only where that costs nobody anything.
  const { preloadRoute } = router
  router.preloadRoute = async (options) => (mayWarm() ? preloadRoute(options) : undefined)
  return router
}
