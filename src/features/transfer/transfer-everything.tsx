import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MoneyForm } from '#operations/money-form.tsx'
import { isOutcomeOpen, type ShownOperation } from '#operations/operation-notice.tsx'
import { Amount } from '#ui/amount.tsx'
import { FieldLock } from '#ui/field-lock.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SideName } from './side-name.tsx'
import { openSides, sideOptions } from './side-options.ts'
import { Afterwards } from './transfer-after.tsx'
import { everythingTo, walletSide, type Side } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface TransferEverythingProps {
  sides: readonly Side[]
  /** Where it goes to begin with. */
  start: string
  offline: boolean
  operation: ShownOperation
  /** It is being sent, or nobody knows what became of it. */
  locked: boolean
  /** `satang`: what is there to be moved, as far as is known. */
  onSubmit: (to: string, satang: number) => void
}

/** All that games hold into the wallet, or the whole wallet into one game: said first, then done. */
export function TransferEverything(props: TransferEverythingProps) {
  const { sides, start, offline, operation, locked, onSubmit } = props
  const { t } = useLingui()
  const [to, setTo] = useState(start)
  const { sources, satang, after } = everythingTo(sides, to)
  const name = <SideName code={to} sides={sides} />
  return (
    <MoneyForm
      icon="swap"
      label={t`Transfer all`}
      operation={operation}
      disabled={satang <= 0 || to === ''}
      offlineReason={<Trans>You are offline. You can transfer when you are connected again.</Trans>}
      onSubmit={() => onSubmit(to, satang)}
    >
      <FieldLock locked={locked}>
        <Field label={t`Move everything to`}>
          <Select
            options={sideOptions(openSides(sides), t`Wallet`)}
            value={to}
            onChange={setTo}
            placeholder={t`Choose an account`}
          />
        </Field>
      </FieldLock>
      {to === '' ? null : satang > 0 ? (
        <>
          <p className={styles.soft}>
            {to === walletSide ? (
              <Trans>
                Takes <Amount satang={satang} stale={offline} /> out of all games and puts it into the wallet.
              </Trans>
            ) : (
              <Trans>
                Puts the whole wallet, <Amount satang={satang} stale={offline} />, into {name}.
              </Trans>
            )}
          </p>
          {!isOutcomeOpen(operation) && (
            <Afterwards
              sides={sides}
              holdings={[...sources.map(({ code }) => ({ code, held: 0 })), { code: to, held: after }]}
            />
          )}
        </>
      ) : (
        <p className={styles.soft}>
          {to === walletSide ? <Trans>No game holds money.</Trans> : <Trans>The wallet is empty.</Trans>}
        </p>
      )}
    </MoneyForm>
  )
}
