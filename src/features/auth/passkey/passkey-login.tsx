import { Trans } from '@lingui/react/macro'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { FormError } from '../form-error.tsx'
import styles from './passkey-login.module.css'
import { usePasskeyLogin } from './use-passkey-login.ts'

export interface PasskeyLoginProps {
  onSignedIn: (token: string) => void
}

/** Signs in by a passkey: the browser suggests it at the phone number, and the button asks for one. */
export function PasskeyLogin({ onSignedIn }: PasskeyLoginProps) {
  const { logIn, busy, failure, error } = usePasskeyLogin(onSignedIn)
  const offline = useOffline()
  return (
    <div>
      <Button wide icon="key" loading={busy} disabled={offline && !busy} onClick={logIn}>
        <Trans>Log in with a passkey</Trans>
      </Button>
      <div className={styles.told} aria-live="polite">
        <FormError error={error} />
        {failure && (
          <Notice>
            <Trans>No passkey was used. You can try again, or log in with your password.</Trans>
          </Notice>
        )}
      </div>
    </div>
  )
}
