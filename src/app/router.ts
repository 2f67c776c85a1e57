import type { QueryClient } from '@tanstack/react-query'
import { type AnyRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { loadLaterMessages } from '#i18n/activate.ts'
import { routerAtom } from '#lib/router-atom.ts'
import { store } from '#lib/store.ts'
import { RouteFailed, RoutePending, RouteMissing } from '#routes/-route-states.tsx'
import { retryParts } from '#ui/lazy-part.tsx'
import { routeTree } from '../route-tree.gen.ts'
import { mayPrefetch } from './may-prefetch.ts'
import { nextPaint } from './next-paint.ts'
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
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: RouteMissing,
    scrollRestoration: true,
  })
  for (const { options } of Object.values(router.routesById) as AnyRoute[]) {
    const { title, offline } = options.staticData ?? {}
    if (!title || offline) continue
    // The page's own `beforeLoad` still runs: it redirects if the backend lacks what the page shows.
    const { beforeLoad } = options
    options.beforeLoad = async (context: unknown) => {
      await loadLaterMessages()
      return beforeLoad?.(context)
    }
  }
  store.set(routerAtom, router)
  router.subscribe('onBeforeNavigate', retryParts)
  const { state: entry, search: asked } = router.history.location
  // Reloaded under an open layer, which is gone: so goes the entry that was added for it (ui/use-layer.ts).
  if (entry.guard && !asked.includes('open=')) router.history.back()
  // What may come next is fetched ahead only where that costs nobody anything: a finger is already on the link.
  const { preloadRoute } = router
  router.preloadRoute = async (options) => {
    if (!mayPrefetch()) return undefined
    await nextPaint()
    return preloadRoute(options)
  }

  // A page is begun when the tap that asked for it has been answered.
  const { load } = router
  let turns = 0
  router.load = async (options) => {
    const turn = (turns += 1)
    // What was asked for counts from now on, whenever it is shown.
    router.updateLatestLocation()
    if (turn > 1 && router.state.status !== 'pending') {
      await nextPaint()
      // Something else was asked for meanwhile.
      if (turn !== turns) return
    }
    await load(options)
  }
  return router
}
