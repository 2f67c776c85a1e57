import type { QueryClient } from '@tanstack/react-query'
import { type AnyRoute, type AnyRouter, createRouter } from '@tanstack/react-router'
import { loadLaterMessages } from '#i18n/activate.ts'
import { routerAtom } from '#lib/router-atom.ts'
import { store } from '#lib/store.ts'
import { RouteFailed, RoutePending, RouteMissing } from '#routes/-route-states.tsx'
import { keepFocus } from '#ui/button/lost-focus.ts'
import { retryParts } from '#ui/lazy-part.tsx'
import { leaveGuardAfterReload } from '#ui/dialog/layer-guard.ts'
import { routeTree } from '../route-tree.gen.ts'
import { nextPaint } from './next-paint.ts'
import { parseSearch, stringifySearch } from './search.ts'

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: RouteMissing,
    scrollRestoration: true,
  })
  waitForLaterMessages(Object.values(router.routesById))
  loadAfterNextPaint(router)
  store.set(routerAtom, router)
  router.subscribe('onBeforeNavigate', retryParts)
  // The element with the focus may have been part of the page that was left.
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) keepFocus()
  })
  leaveGuardAfterReload(router.history)
  return router
}

/**
 * Loads the later messages before the pages that use them. As a part of the page, not of the root: the root comes before the question
 * whether the member is signed in, and what fails there is shown without the layout, and without the words' provider.
 */
function waitForLaterMessages(routes: AnyRoute[]): void {
  for (const { options } of routes) {
    const { title, offline } = options.staticData ?? {}
    if (!title || offline) continue
    // The page's own `beforeLoad` still runs: it redirects if the backend lacks what the page shows.
    const { beforeLoad } = options
    options.beforeLoad = async (context: unknown) => {
      await loadLaterMessages()
      return beforeLoad?.(context)
    }
  }
}

/**
 * Starts loading a page after the next paint, so that the tap is answered first. The root's `beforeLoad` could wait too, but it runs
 * after the router has matched the routes and sent its first navigation events, all in the tap's task.
 */
function loadAfterNextPaint(router: AnyRouter): void {
  const { load } = router
  let turns = 0
  router.load = async (options) => {
    const turn = (turns += 1)
    // The router must know the new address at once, although the page is loaded later.
    router.updateLatestLocation()
    if (turn > 1 && router.state.status !== 'pending') {
      await nextPaint()
      // Something else was asked for meanwhile.
      if (turn !== turns) return
    }
    await load(options)
  }
}
