import { publicLookups } from '#lib/network/public-lookups.ts'

declare const self: ServiceWorkerGlobalScope

/** The first route that fits decides where a request goes (WICG, "Service Worker Static Routing"). */
interface StaticRoute {
  condition: { urlPattern: { pathname: string } }
  source: 'network' | 'fetch-event'
}
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?: (routes: StaticRoute[]) => Promise<void>
}

const to = (source: StaticRoute['source']) => (pathname: string) => ({
  condition: { urlPattern: { pathname } },
  source,
})

/**
 * Sends calls of the page's own origin, but for the lookups that the worker keeps, straight to the network, where the browser can: a
 * call does not wait for a stopped worker to start, and keeps none awake whose place an update is to take.
 */
export function sendDirectly(): void {
  self.addEventListener('install', (event: RoutedInstallEvent) => {
    const routes = [...publicLookups.map(to('fetch-event')), ...['/api/*', '/socket.io/*'].map(to('network'))]
    // If the browser refuses the routes, the worker itself leaves these requests to the network.
    if (event.addRoutes) event.waitUntil(event.addRoutes(routes).catch(() => undefined))
  })
}
