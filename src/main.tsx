import '#ui/base.css'
import './shell/page-shape.css'
import { i18n } from '@lingui/core'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followNetwork } from '#app/network.ts'
import { Providers } from '#app/providers.tsx'
import { createQueryClient } from '#app/query-client.ts'
import { createAppRouter } from '#app/router.ts'
import { guardSession } from '#app/session-guard.ts'
import { isBusy } from '#data/busy.ts'
import { followTheme } from '#data/theme.ts'
import { activateLocale, followLocale, initialLocale } from '#i18n/activate.ts'
import { registerWorkerLater } from '#pwa/register.ts'
import { followInstall } from '#pwa/use-install.ts'

/** So long the page shows its own shape while the first screen loads; then what there is of the screen, in ms. */
const patienceMs = 500

// The words and the screen load side by side. Without its words the app still speaks, in English.
activateLocale(initialLocale()).catch(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
void start()

/** In pieces: what is tapped meanwhile need not wait for all of it. */
async function start(): Promise<void> {
  const place = document.querySelector('#app')
  if (!place) return
  await later()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  await later()
  guardSession(router, queryClient)
  followNetwork(queryClient)
  followInstall()
  followTheme()
  followLocale()
  registerWorkerLater(isBusy)
  // A screen that came in parts would be held back by React, a third of a second for each.
  // Whatever comes of it, something is drawn: the shape alone would say nothing.
  await Promise.race([router.load().catch(() => undefined), later(patienceMs)])
  await later()
  const root = createRoot(place)
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers router={router} queryClient={queryClient} />
      </StrictMode>,
    ),
  )
}

function later(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
