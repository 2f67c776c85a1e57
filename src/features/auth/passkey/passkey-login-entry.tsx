import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { withLaterMessages } from '#i18n/activate.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { canUsePasskeys } from '#lib/device/passkey-support.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { PasskeyLoginProps } from './passkey-login.tsx'
import styles from './passkey-login.module.css'

/** After the page is there, in ms: nobody misses it before, and the first screen has the connection for itself. */
const laterMs = 1500

const PasskeyLogin = lazyPart(
  async () => (await withLaterMessages(() => import(/* later */ './passkey-login.tsx'))).PasskeyLogin,
)

/** The sign-in by passkey. Renders nothing if the backend or the browser has none; keeps its place until its file is here. */
export function PasskeyLoginEntry(props: PasskeyLoginProps) {
  const isAnnounced = useAtomValue(extensionsAtom).has('passkeys')
  const isPossible = isAnnounced && canUsePasskeys()
  const [isThere, setThere] = useState(PasskeyLogin.isLoaded)
  useEffect(() => {
    if (!isPossible) return
    // Offline and never opened before it cannot be had: the password remains.
    const timer = setTimeout(() => void PasskeyLogin.fetchFile().then(setThere), laterMs)
    return () => clearTimeout(timer)
  }, [isPossible])
  if (!isPossible) return null
  return isThere ? <PasskeyLogin {...props} /> : <div className={styles.place} />
}
