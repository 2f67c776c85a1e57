import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { loadLaterMessages } from '#i18n/activate.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import { canUsePasskeys } from '#lib/passkey-support.ts'

/** After the page is there, in ms: nobody misses it before, and the first screen has the connection for itself. */
const laterMs = 1500

export interface PasskeyLoginProps {
  onSignedIn: (token: string) => void
}

/** The sign-in by passkey. Renders nothing if the backend or the browser has none, and until its file is here. */
export function PasskeyLoginEntry(props: PasskeyLoginProps) {
  const isAnnounced = useAtomValue(extensionsAtom).has('passkeys')
  const [loaded, setLoaded] = useState<{ PasskeyLogin: ComponentType<PasskeyLoginProps> }>()
  useEffect(() => {
    if (!isAnnounced || !canUsePasskeys()) return
    const timer = setTimeout(() => {
      Promise.all([import(/* later */ './passkey-login.tsx'), loadLaterMessages()]).then(
        ([file]) => setLoaded(file),
        // Offline and never opened before: the password remains.
        () => undefined,
      )
    }, laterMs)
    return () => clearTimeout(timer)
  }, [isAnnounced])
  return loaded && <loaded.PasskeyLogin {...props} />
}
