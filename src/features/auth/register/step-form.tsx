import { Trans } from '@lingui/react/macro'
import type { ReactNode, SubmitEventHandler } from 'react'
import { useOffline } from '#pwa/use-connection.ts'
import { MainButton } from '#ui/button/main-button.tsx'
import { FormError } from '../form-error.tsx'
import styles from './step-form.module.css'

interface StepFormProps {
  title: ReactNode
  text?: ReactNode
  /** The error of the last attempt. */
  error: unknown
  /** Said in place of an error after which nobody knows yet whether the server did it. */
  unknown?: ReactNode
  submitLabel: ReactNode
  loading: boolean
  /** Why it cannot be submitted for now; `true` where the step says so already. */
  held?: ReactNode
  /** Leads to the login a person who already has an account. */
  onSignIn?: () => void
  /** A toast announces the error. */
  isToasted?: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
  /** Below the gold button. */
  foot?: ReactNode
}

/** The layout of every step: a title, fields, the error of the last attempt, one gold button. */
export function StepForm(props: StepFormProps) {
  const { title, text, error, unknown, submitLabel, loading, held, onSignIn, isToasted } = props
  const { onSubmit, children, foot } = props
  const offline = useOffline()
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {children}
      <FormError error={error} unknown={unknown} onSignIn={onSignIn} isToasted={isToasted} />
      <MainButton
        type="submit"
        loading={loading}
        held={offline ? <Trans>You are offline. You can go on when you are connected again.</Trans> : held}
      >
        {submitLabel}
      </MainButton>
      {foot}
    </form>
  )
}
