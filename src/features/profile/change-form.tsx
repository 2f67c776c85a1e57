import { Trans } from '@lingui/react/macro'
import type { ReactNode, SubmitEvent } from 'react'
import { MoneyForm } from '#operations/money-form.tsx'
import { useOffline } from '#pwa/use-connection.ts'

interface ChangeFormProps {
  busy: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
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
    <MoneyForm
      icon="check"
      label={submitLabel ?? <Trans>Save</Trans>}
      busy={busy}
      offline={offline}
      offlineReason={<Trans>You are offline. You can save when you are connected again.</Trans>}
      onSubmit={onSubmit}
      foot={foot}
    >
      {children}
    </MoneyForm>
  )
}
