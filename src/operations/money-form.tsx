import type { ReactNode, SubmitEvent } from 'react'
import { OperationButton, type OperationButtonProps } from './operation-button.tsx'
import styles from './operation-button.module.css'

interface MoneyFormProps extends Omit<OperationButtonProps, 'onClick' | 'type'> {
  /** Its fields, or what is confirmed. */
  children: ReactNode
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
}

/** What a member confirms with one button: what it is about, how it went, the button, and why it cannot be pressed. */
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
