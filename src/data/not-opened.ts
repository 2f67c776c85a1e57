import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { store } from '#lib/store.ts'
import { offlineAtom } from '#pwa/use-connection.ts'
import { toast } from '#ui/message/toast.ts'

/** Says that what was tapped could not be opened: its file could not be loaded. */
export function toastNotOpened(): void {
  toast({
    tone: 'coral',
    title: i18n._(
      store.get(offlineAtom)
        ? msg`This could not be opened. Please check the connection and try again.`
        : msg`This could not be opened. Please try again in a moment.`,
    ),
    id: 'not-opened',
  })
}
