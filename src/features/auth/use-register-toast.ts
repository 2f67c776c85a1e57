import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { toApiError } from '#api/api-error.ts'
import { errorText } from '#errors/catalogue.ts'
import { toast } from '#ui/toast.ts'

/** Shows a refused registration as a toast at once; the form keeps the message for later. */
export function useRegisterToast(error: unknown): void {
  const { t } = useLingui()
  const say = useEffectEvent((refused: unknown) => {
    const { code, text } = toApiError(refused)
    // It is shown and announced at the password's own field.
    if (code === 'WEAK_PASSWORD') return
    const known = errorText(code)
    toast({ id: 'register', tone: 'coral', icon: 'alert', title: known ? t(known) : text })
  })
  useEffect(() => {
    if (error) say(error)
  }, [error])
}
