import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import { OperationNotice, type ShownOperation } from '#operations/operation-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/form/field.tsx'
import type { LimitUnit } from './limit-units.tsx'
import styles from './limits.module.css'

interface LimitFormProps {
  unit: LimitUnit
  /** The limit in force. */
  amount: number | undefined
  operation: ShownOperation
  offline: boolean
  /** Null for no limit. */
  onSave: (amount: number | null) => void
  onCancel: () => void
}

/** Asks for another limit. */
export function LimitForm({ unit, amount, operation, offline, onSave, onCancel }: LimitFormProps) {
  const { t } = useLingui()
  const [fault, setFault] = useState<MessageDescriptor>()
  const isUnknown = operation.state.status === 'unknown'
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('amount')
    const read = unit.read(typeof typed === 'string' ? typed : '')
    setFault('fault' in read ? read.fault : undefined)
    if ('amount' in read) onSave(read.amount)
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit} onInput={() => setFault(undefined)}>
      <Field label={t(unit.label)} error={fault && t(fault)}>
        <unit.Control name="amount" amount={amount} />
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
        {amount !== undefined && (
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
