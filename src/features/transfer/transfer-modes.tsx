import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { SegmentPanel, Segments } from '#ui/segments.tsx'
import { TransferEntry } from './transfer-entry.tsx'
import { TransferEverything } from './transfer-everything.tsx'
import { startingAccounts, type Account } from './transfer-rules.ts'
import type { Transfers } from './use-transfers.ts'

interface TransferModesProps {
  accounts: readonly Account[]
  from: string | undefined
  offline: boolean
  transfers: Transfers
}

/** An amount between two accounts, or everything at once. */
export function TransferModes({ accounts, from, offline, transfers }: TransferModesProps) {
  const { t } = useLingui()
  const id = useId()
  const [way, setWay] = useState<'amount' | 'everything'>('amount')
  const { one, all, busy, blocked } = transfers
  const common = { accounts, offline, locked: busy || blocked }
  const shown =
    way === 'amount' ? (
      <TransferEntry {...common} operation={one} from={from} onSubmit={transfers.move} />
    ) : (
      <TransferEverything
        {...common}
        operation={all}
        start={startingAccounts(accounts, from).to}
        onSubmit={transfers.moveAll}
      />
    )
  return (
    <>
      <Segments
        id={id}
        label={t`How much to transfer`}
        options={[
          { value: 'amount', label: t`An amount` },
          { value: 'everything', label: t`Everything` },
        ]}
        value={way}
        onChange={(next) => {
          if (!busy && !blocked) setWay(next)
        }}
      />
      <SegmentPanel id={id} value={way}>
        {shown}
      </SegmentPanel>
    </>
  )
}
