import { Trans } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { OwnPassword, typedPassword } from '#components/own-password.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Notice } from '#ui/message/notice.tsx'
import styles from '../account-lists.module.css'
import { useAddPasskey } from './use-add-passkey.ts'

/** Adds a passkey of this browser. Where the sign-in was a while ago, the password is asked for first. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { add, busy, problem, reset } = useAddPasskey(onAdded)
  const offline = useOffline()
  const asksPassword = problem === 'password-missing' || problem === 'password-wrong'
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = typedPassword(event.currentTarget)
    if (password !== undefined) void add(password)
  }
  if (asksPassword) {
    return (
      <Card>
        <form className={styles.form} onSubmit={submit} onInput={reset}>
          <OwnPassword isWrong={problem === 'password-wrong'} />
          <Button type="submit" wide icon="key" loading={busy} disabled={offline && !busy}>
            <Trans>Add a passkey</Trans>
          </Button>
        </form>
      </Card>
    )
  }
  return (
    <>
      <div aria-live="polite">
        {problem === 'cancelled' && (
          <Notice>
            <Trans>No passkey was added. You can try again at any time.</Trans>
          </Notice>
        )}
        {problem === 'exists' && (
          <Notice>
            <Trans>This device already has a passkey for your account.</Trans>
          </Notice>
        )}
        {problem === 'impossible' && (
          <Notice>
            <Trans>
              This browser cannot make a passkey here. Please set up a screen lock, or use another browser.
            </Trans>
          </Notice>
        )}
      </div>
      <Button wide icon="key" loading={busy} disabled={offline && !busy} onClick={() => void add()}>
        <Trans>Add a passkey</Trans>
      </Button>
    </>
  )
}
