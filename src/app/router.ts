import type { QueryClient } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { routerAtom } from '#lib/router-atom.ts'
import { store } from '#lib/store.ts'
import { RouteFailed, RoutePending, RouteMissing } from '#routes/-route-states.tsx'
import { routeTree } from '../route-tree.gen.ts'
import { preloadAtom } from './preload-atom.ts'
import { parseSearch, stringifySearch } from './search.ts'

const layouts = {
  Visitor: lazyRouteComponent(
    () => import(/* around /_visitor */ './layouts/visitor-layout.tsx'),
    'VisitorLayout',
  ),
  Member: lazyRouteComponent(() => import(/* around /user */ './layouts/member-layout.tsx'), 'MemberLayout'),
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
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: RouteMissing,
    scrollRestoration: true,
  })
  store.set(routerAtom, router)
  const { state: entry, search: asked } = router.history.location
  // Reloaded under an open layer, which is gone: so goes the entry that was added for it (ui/use-layer.ts).
  if (entry.guard && !asked.includes('open=')) router.history.back()
  const preload = () => router.update({ ...router.options, defaultPreload: store.get(preloadAtom) })
  preload()
  store.sub(preloadAtom, preload)
  return router
}
