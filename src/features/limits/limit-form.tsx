import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { amountFaultText } from '#errors/amount-faults.ts'
import { amountSchema } from '#lib/amount-schema.ts'
import { formatSatang } from '#lib/money.ts'
import { OperationNotice, type ShownOperation } from '#operations/operation-notice.tsx'
import { AmountControl } from '#ui/amount-control.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import styles from './limits.module.css'

interface LimitFormProps {
  /** Satang; the limit in force. */
  amount: number | null | undefined
  operation: ShownOperation
  offline: boolean
  /** Null for no limit. */
  onSave: (amount: number | null) => void
  onCancel: () => void
}

const limits = { minimum: 0 }

/** Asks for another limit. Zero is one too. */
export function LimitForm({ amount, operation, offline, onSave, onCancel }: LimitFormProps) {
  const { t } = useLingui()
  const [fault, setFault] = useState<string>()
  const words = fault === undefined ? undefined : amountFaultText(fault, limits)
  const isUnknown = operation.state.status === 'unknown'
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = v.safeParse(amountSchema(limits), new FormData(event.currentTarget).get('amount') ?? '')
    setFault(read.success ? undefined : read.issues[0].message)
    if (read.success) onSave(read.output)
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit} onInput={() => setFault(undefined)}>
      <Field label={t`At most`} error={words && t(words)}>
        <AmountControl
          name="amount"
          placeholder="0.00"
          defaultValue={typeof amount === 'number' ? formatSatang(amount) : ''}
        />
      </Field>
      <OperationNotice
        operation={operation}
        unknown={{ title: t`We do not know yet whether it went through` }}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          size="compact"
          variant="primary"
          loading={operation.busy}
          disabled={offline || isUnknown}
        >
          <Trans>Save</Trans>
        </Button>
        {typeof amount === 'number' && (
          <Button
            size="compact"
            disabled={offline || operation.busy || isUnknown}
            onClick={() => onSave(null)}
          >
            <Trans>No limit</Trans>
          </Button>
        )}
        <Button size="compact" variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
