import '#ui/base.css'
import './opening/opening.css'
import { i18n } from '@lingui/core'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followNetwork } from '#app/network.ts'
import { Providers } from '#app/providers.tsx'
import { createQueryClient } from '#app/query-client.ts'
import { createAppRouter } from '#app/router.ts'
import { guardSession } from '#app/session-guard.ts'
import { isBusy } from '#data/busy.ts'
import { activateLocale, initialLocale } from '#i18n/activate.ts'
import { registerWorkerLater } from '#pwa/register.ts'
import { followInstall } from '#pwa/use-install.ts'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
guardSession(router, queryClient)
followNetwork(queryClient)

// The words and the screen load side by side. Without its words the app still speaks, in English.
activateLocale(initialLocale()).catch(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const place = document.querySelector('#app')
if (place) {
  const root = createRoot(place)
  // In small pieces: what is tapped meanwhile need not wait for all of it.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers router={router} queryClient={queryClient} />
      </StrictMode>,
    ),
  )
}
followInstall()
registerWorkerLater(isBusy)
