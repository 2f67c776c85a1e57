import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { withLaterMessages } from '#i18n/activate.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import { canUsePasskeys } from '#lib/passkey-support.ts'
import styles from './passkey-login.module.css'

/** After the page is there, in ms: nobody misses it before, and the first screen has the connection for itself. */
const laterMs = 1500

export interface PasskeyLoginProps {
  onSignedIn: (token: string) => void
}

/** The sign-in by passkey. Renders nothing if the backend or the browser has none; keeps its place until its file is here. */
export function PasskeyLoginEntry(props: PasskeyLoginProps) {
  const isAnnounced = useAtomValue(extensionsAtom).has('passkeys')
  const isPossible = isAnnounced && canUsePasskeys()
  const [loaded, setLoaded] = useState<{ PasskeyLogin: ComponentType<PasskeyLoginProps> }>()
  useEffect(() => {
    if (!isPossible) return
    const timer = setTimeout(() => {
      withLaterMessages(() => import(/* later */ './passkey-login.tsx')).then(
        setLoaded,
        // Offline and never opened before: the password remains.
        () => undefined,
      )
    }, laterMs)
    return () => clearTimeout(timer)
  }, [isPossible])
  if (!isPossible) return null
  return loaded ? <loaded.PasskeyLogin {...props} /> : <div className={styles.place} />
}
