import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { toApiError } from '#api/api-error.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { errorText } from '#errors/catalogue.ts'
import { toast } from '#ui/message/toast.ts'

/**
 * Shows a refused registration as a toast at once; the form keeps the message for later. Returns what shows a code of the catalogue
 * that the form itself has found.
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
  useEffect(() => {
    if (error) sayRefused(error)
  }, [error])
  return say
}
