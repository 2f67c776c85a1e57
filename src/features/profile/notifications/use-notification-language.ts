import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { hasExtension } from '#lib/network/api-extensions.ts'

/** Notifications come in the language that is chosen on this page. */
export function useNotificationLanguage(): void {
  const {
    i18n: { locale },
  } = useLingui()
  const before = useRef(locale)
  useEffect(() => {
    if (before.current === locale || !hasExtension('push')) return
    before.current = locale
    // If the backend cannot be reached now, the settings report it when they are next opened.
    renewKept().catch(() => undefined)
  }, [locale])
}

const renewKept = async () => (await import('./subscription.ts')).renewKept()
