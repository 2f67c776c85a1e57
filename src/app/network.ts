import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { siteActiveQueryOptions } from '#data/site-config-queries.ts'
import { currentConnection, followConnection, onConnection } from '#pwa/use-connection.ts'

/** How often a lost connection is tried, in ms. */
const probeMs = 10_000

/** While the connection is lost it is tried now and then; once it is back, what is on the screen is asked for anew. */
export function followNetwork(queryClient: QueryClient): void {
  let probing: ReturnType<typeof setInterval> | undefined
  const probe = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) {
      void queryClient.prefetchQuery({ ...siteActiveQueryOptions, retry: false })
    }
  }
  const follow = () => {
    const offline = currentConnection() === 'offline'
    onlineManager.setOnline(!offline)
    if (!offline) {
      clearInterval(probing)
      probing = undefined
    } else probing ??= setInterval(probe, probeMs)
  }
  followConnection()
  onlineManager.setEventListener(() => undefined)
  onConnection(follow)
  follow()
}
