import type { ReactNode, SubmitEventHandler } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '../form-error.tsx'
import styles from './step-form.module.css'

interface StepFormProps {
  title: ReactNode
  text: ReactNode
  /** What the server answered to the last try. */
  error: unknown
  submitLabel: ReactNode
  loading: boolean
  disabled?: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
  /** Below the gold button. */
  foot?: ReactNode
}

/** What the four steps share: a title, fields, the answer to the last try, one gold button. */
export function StepForm(props: StepFormProps) {
  const { title, text, error, submitLabel, loading, disabled, onSubmit, children, foot } = props
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <div className={styles.title}>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {children}
      <FormError error={error} />
      <Button type="submit" variant="primary" size="money" wide loading={loading} disabled={disabled}>
        {submitLabel}
      </Button>
      {foot}
    </form>
  )
}
