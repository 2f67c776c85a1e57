import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toApiError } from '#api/api-error.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { errorText } from '#errors/catalogue.ts'
import { dismissToast, toast } from '#ui/message/toast.ts'

/**
 * Shows a refused registration as a toast at once; the form keeps the message for later. Once the member corrects it,
 * both end, because the toast would cover the next step. Returns a function that shows the toast for a code that the form has found itself.
 */
export function useRegisterToast(error: unknown): (code: ErrorCode) => void {
  const { t } = useLingui()
  const say = (code: string, text = '') => {
    const known = errorText(code)
    toast({ id: 'register', tone: 'coral', icon: 'alert', title: known ? t(known) : text })
  }
  const sayRefused = useEffectEvent((refused: unknown) => {
    const { code, text } = toApiError(refused)
    // It is shown and announced at the password's own field.
    if (code !== 'WEAK_PASSWORD') say(code, text)
  })
  const isSaid = useRef(false)
  useEffect(() => {
    if (error) sayRefused(error)
    // Not on the way to another step, which may begin under the toast that says why it is there.
    else if (isSaid.current) dismissToast('register')
    isSaid.current = Boolean(error)
  }, [error])
  return say
}
