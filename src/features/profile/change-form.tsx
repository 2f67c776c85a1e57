import { Trans } from '@lingui/react/macro'
import type { ReactNode, SubmitEvent } from 'react'
import { MoneyForm } from '#operations/money-form.tsx'
import { OperationNotice, type ShownOperation } from '#operations/operation-notice.tsx'

interface ChangeFormProps {
  operation: ShownOperation
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  children: ReactNode
  /** It cannot be submitted for now, and the form says why. */
  disabled?: boolean
  /** The button's text. */
  submitLabel?: ReactNode
  /** Below the button. */
  foot?: ReactNode
}

/** A form in a sheet: its fields, and one button that saves them. */
export function ChangeForm({ operation, disabled, onSubmit, children, submitLabel, foot }: ChangeFormProps) {
  const unknown = {
    title: <Trans>We do not know yet whether the change was made. Please check again in a moment.</Trans>,
  }
  return (
    <MoneyForm
      icon="check"
      label={submitLabel ?? <Trans>Save</Trans>}
      operation={operation}
      mayRepeat
      disabled={disabled}
      notice={<OperationNotice operation={operation} unknown={unknown} />}
      offlineReason={<Trans>You are offline. You can save when you are connected again.</Trans>}
      onSubmit={onSubmit}
      foot={foot}
    >
      {children}
    </MoneyForm>
  )
}
