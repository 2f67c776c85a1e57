import { Trans } from '@lingui/react/macro'
import type { ReactNode, SubmitEventHandler } from 'react'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button.tsx'
import styles from './change-form.module.css'

interface ChangeFormProps {
  busy: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
  /** What the button says. */
  submitLabel?: ReactNode
  /** Below the button. */
  foot?: ReactNode
}

/** What is changed in a sheet: its fields, and one button that saves them. */
export function ChangeForm({ busy, onSubmit, children, submitLabel, foot }: ChangeFormProps) {
  const offline = useOffline()
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {children}
      <Button
        type="submit"
        variant="primary"
        size="money"
        wide
        icon="check"
        loading={busy}
        disabled={offline && !busy}
      >
        {submitLabel ?? <Trans>Save</Trans>}
      </Button>
      {offline && !busy && (
        <p className={styles.reason}>
          <Trans>You are offline. You can save when you are connected again.</Trans>
        </p>
      )}
      {foot}
    </form>
  )
}
