import type { ReactNode, SubmitEvent } from 'react'
import { OperationButton, type OperationButtonProps } from './operation-button.tsx'
import styles from './money-form.module.css'
import { useEarlierOperations } from './unsettled/use-earlier.tsx'

interface MoneyFormProps extends Omit<OperationButtonProps, 'onClick' | 'type'> {
  /** The fields, or the summary to confirm. */
  children: ReactNode
  /** A second operation does no harm: the form does not wait for the earlier ones of its kind. */
  mayRepeat?: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
}

/**
 * The form of a money operation: the outcome of earlier ones of its kind, its content, the result, the submit button, and why that
 * is held.
 */
export function MoneyForm({ children, mayRepeat, onSubmit, ...button }: MoneyFormProps) {
  const { busy, state } = button.operation
  const earlier = useEarlierOperations(button.operation, mayRepeat)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !earlier.held && state.status !== 'unknown') void onSubmit(event)
      }}
    >
      <div className={styles.earlier}>{earlier.notice}</div>
      {children}
      <OperationButton {...button} disabled={earlier.held || button.disabled} type="submit" />
    </form>
  )
}
