import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type ApiError, toApiError } from '#api/api-error.ts'
import { toast } from '#ui/message/toast.ts'
import { errorPlacement, errorText } from './catalogue.ts'
import { showErrorDialog } from './error-dialog.ts'

/** What error handling needs from the layers above. */
interface ErrorPorts {
  /** The site is gone. */
  terminated(): void
  /** Ends the session and leads to the sign-in. False if nobody was signed in. `isUnsentRemoved`: the outbox, which may have had entries, was emptied. */
  signedOut(): false | { isUnsentRemoved: boolean }
}

const unsentRemoved = msg`Slips and messages that still waited to be sent have been removed. Look at your slips before you upload one again.`

let ports: ErrorPorts | undefined

export function connectErrorPorts(connected: ErrorPorts): void {
  ports = connected
}

interface Handling {
  /** The caller shows the error itself: only the terminal page and the sign-in are handled here. */
  quiet?: boolean
  /** Overrides the catalogue's placement. */
  by?: 'dialog'
}

/** Shows an error that its caller did not handle: terminal page, sign-in, dialog or toast, checked in that order. */
export function handleError(thrown: unknown, { quiet = false, by }: Handling = {}): void {
  const error = toApiError(thrown)
  const placement = errorPlacement(error.code) ?? 'toast'
  if (placement === 'terminal') return ports?.terminated()
  if (placement === 'sign-in') {
    if (error.formerSession) return
    const ended = ports?.signedOut()
    if (ended)
      return whenWordsAreThere(() =>
        toast({
          tone: 'sky',
          title: wordsFor(error),
          id: 'signed-out',
          // It stays until it is read: money that was transferred depends on it.
          ...(ended.isUnsentRemoved && { text: i18n._(unsentRemoved), lasting: true }),
        }),
      )
  }
  if (quiet || placement === 'silent') return
  whenWordsAreThere(() => {
    if ((by ?? placement) === 'dialog') showErrorDialog(wordsFor(error))
    else toast({ tone: 'coral', icon: 'alert', title: wordsFor(error), id: error.code })
  })
}

/** The shell asks the backend before the app has loaded, so an error may arrive before the messages. */
function whenWordsAreThere(say: () => void): void {
  if (i18n.locale) return say()
  const stop = i18n.on('change', () => {
    if (!i18n.locale) return
    stop()
    say()
  })
}

/** The error in the member's language, or the server's own text. A reason with words of its own says more than the code. */
export function wordsFor({ body, code, text }: ApiError): string {
  const { reason = code } = Object(body) as { reason?: string }
  const known = errorText(reason) ?? errorText(code)
  return known ? i18n._(known) : text
}
