import type { ReactNode, SubmitEvent } from 'react'
import { OperationButton, type OperationButtonProps } from './operation-button.tsx'
import styles from './money-form.module.css'

interface MoneyFormProps extends Omit<OperationButtonProps, 'onClick' | 'type'> {
  /** The fields, or the summary to confirm. */
  children: ReactNode
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
}

/** The form of a money operation: its content, the result, the submit button, and why that is disabled. */
export function MoneyForm({ children, onSubmit, ...button }: MoneyFormProps) {
  const { busy, state } = button.operation
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && state.status !== 'unknown') void onSubmit(event)
      }}
    >
      {children}
      <OperationButton {...button} type="submit" />
    </form>
  )
}
