import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { WALLET } from '#api/contract/wallet.ts'
import { SegmentPanel, Segments } from '#ui/form/segments.tsx'
import { TransferEntry } from './transfer-entry.tsx'
import { TransferEverything } from './transfer-everything.tsx'
import { everyGame, startingAccounts, type Account } from './transfer-rules.ts'
import type { Transfers } from './use-transfers.ts'

interface TransferModesProps {
  accounts: readonly Account[]
  from: string | undefined
  transfers: Transfers
}

/** An amount between two accounts, or everything at once; from every game only that. */
export function TransferModes({ accounts, from, transfers }: TransferModesProps) {
  const { t } = useLingui()
  const id = useId()
  const [way, setWay] = useState<'amount' | 'everything'>('amount')
  const { one, all, collecting, busy, blocked } = transfers
  const common = { accounts, locked: busy || blocked }
  const isCollecting = from === everyGame
  const everything = (
    <TransferEverything
      {...common}
      operation={all}
      collecting={collecting}
      isCollecting={isCollecting}
      start={isCollecting ? WALLET : startingAccounts(accounts, from).to}
      onSubmit={transfers.moveAll}
      onCollect={transfers.collect}
    />
  )
  if (isCollecting) return everything
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
        {way === 'amount' ? (
          <TransferEntry {...common} operation={one} from={from} onSubmit={transfers.move} />
        ) : (
          everything
        )}
      </SegmentPanel>
    </>
  )
}
