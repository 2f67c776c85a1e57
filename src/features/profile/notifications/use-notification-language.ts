import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { hasExtension } from '#lib/api-extensions.ts'

/** Notifications come in the language that is chosen on this page. */
export function useNotificationLanguage(): void {
  const {
    i18n: { locale },
  } = useLingui()
  const before = useRef(locale)
  useEffect(() => {
    if (before.current === locale || !hasExtension('push')) return
    before.current = locale
    // If the backend cannot be told now, the settings tell it when they are opened next.
    renewKept().catch(() => undefined)
  }, [locale])
}

const renewKept = async () => (await import(/* online only */ './subscription.ts')).renewKept()
