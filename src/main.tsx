import '#ui/base.css'
import './lock/cover.css'
import './recovery/recovery.css'
import './shell/page-shape.css'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { followLanguage } from '#app/follow-language.ts'
import { guardLock } from '#app/guard-lock.ts'
import { followNetwork } from '#app/network.ts'
import { createQueryClient } from '#app/query-client.ts'
import { type AppRouter, createAppRouter } from '#app/router.ts'
import { guardSession } from '#app/session-guard.ts'
import { holdsWork, isBusy, isMemberBusy } from '#data/session/busy.ts'
import { followTheme } from '#data/theme.ts'
import { activateLocale, followLocale, initialLocale } from '#i18n/activate.ts'
import { inTime } from '#lib/in-time.ts'
import { registerWorkerLater } from '#pwa/register.ts'
import { followInstall } from '#pwa/use-install.ts'
import { startFailed } from '#recovery/start-failed.ts'

/** How long the shell's shape shows while the first screen loads, in ms; then the app renders what it has. */
const shellTimeoutMs = 500

// Such as without its messages. The shell says so.
start().catch((error: unknown) => dispatchEvent(new CustomEvent(startFailed, { detail: error })))

/** Starts in several tasks, so that a tap meanwhile need not wait for all of them. */
async function start(): Promise<void> {
  const place = document.querySelector('#app')
  if (!place) return
  await later()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  await later()
  guardSession(router, queryClient)
  followNetwork()
  followLanguage(queryClient)
  followInstall()
  followTheme()
  followLocale()
  registerWorkerLater({ isBusy, isMemberBusy, holdsWork }, queryClient)
  // React delays every further part of a screen that suspends by a third of a second, so the first screen is awaited.
  // After a failure the app renders too, because the shape alone would show no error.
  const load = () =>
    inTime(
      loadAddress(router, queryClient).catch(() => undefined),
      shellTimeoutMs,
      () => undefined,
    )
  await Promise.all([activateLocale(initialLocale()), load()])
  await later()
  await guardLock()
  if (isElsewhere(router)) await load()
  const root = createRoot(place)
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/** A Back pressed while the first page was being rendered is followed here; the router follows those that come later. */
function App({ router }: { router: AppRouter }) {
  useLayoutEffect(() => {
    if (isElsewhere(router)) void router.load()
  }, [router])
  return <RouterProvider router={router} />
}

/**
 * Loads the page of the address, which may be another one by then, and waits for the answers that the page has asked for: one that
 * comes right after the first render has React render the page once more, without a pause.
 */
async function loadAddress(router: AppRouter, queryClient: QueryClient): Promise<void> {
  await router.load()
  if (isElsewhere(router)) await loadAddress(router, queryClient)
  for (const { state, promise } of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' }))
    // Not where there are stored data to show.
    if (state.data === undefined) await promise
}

/** Whether Back was pressed since: the router follows it only once it is rendered. */
const isElsewhere = ({ history, state }: AppRouter) => history.location.state.key !== state.location.state.key

function later(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
