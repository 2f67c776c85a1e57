import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { errorText } from '#errors/catalogue.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordControl } from '#ui/password-control.tsx'
import styles from '../account-lists.module.css'
import { useAddPasskey } from './use-add-passkey.ts'

/** Adds a passkey of this browser. Where the sign-in was a while ago, the password is asked for first. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { t } = useLingui()
  const { add, busy, problem, reset } = useAddPasskey(onAdded)
  const offline = useOffline()
  const asksPassword = problem === 'password-missing' || problem === 'password-wrong'
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    if (typeof password === 'string' && password !== '') void add(password)
  }
  if (asksPassword) {
    const wrong = errorText('WRONG_PASSWORD')
    return (
      <Card>
        <form className={styles.form} onSubmit={submit} onInput={reset}>
          <p>
            <Trans>Please confirm with your password that it is you.</Trans>
          </p>
          <Field label={t`Password`} error={problem === 'password-wrong' && wrong && t(wrong)}>
            <PasswordControl
              name="password"
              autoComplete="current-password"
              maxLength={200}
              autoFocus
              showLabel={t`Show password`}
              hideLabel={t`Hide password`}
            />
          </Field>
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
