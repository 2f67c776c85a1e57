import { useState } from 'react'
import { collect } from '#api/contract/collect.ts'
import { transfer, WALLET } from '#api/contract/wallet.ts'
import { noteUsed } from '#data/last-used.ts'
import { useOperation } from '#operations/use-operation.ts'
import { useTransferAll } from '#operations/use-transfer-all.ts'
import type { Moved } from './transfer-done.tsx'
import type { Transfer } from './transfer-form.ts'
import { everyGame } from './transfer-rules.ts'

const noteGame = ({ status }: { status: string }, { body: { to } }: { body: { to: string } }) => {
  if (status === 'done' && to !== WALLET) noteUsed(to)
}

/** Every kind of transfer: one operation at a time, and none while the last one's outcome is unknown. */
export function useTransfers() {
  const one = useOperation(transfer, { onResult: noteGame })
  const all = useTransferAll({ onResult: noteGame })
  /** Every game to the wallet, by a transfer each. */
  const collecting = useOperation(collect)
  const [asked, setAsked] = useState<Moved & { everything: boolean }>()
  const operation = asked?.everything ? all : one

  const moved = (): Moved | undefined => {
    if (!asked || operation.state.status !== 'done') return undefined
    const amount = operation.state.reply?.amount
    return typeof amount === 'number' ? { ...asked, satang: amount } : asked
  }
  return {
    one,
    all,
    collecting,
    busy: one.busy || all.busy || collecting.busy,
    blocked: operation.state.status === 'unknown' || collecting.state.status === 'unknown',
    /** What was moved, once it has been. */
    moved: moved(),
    move(fields: Transfer) {
      setAsked({ from: fields.from, to: fields.to, satang: fields.amount, everything: false })
      void one.run({ body: fields })
    },
    /** `satang`: the amount that was shown; no more leaves the wallet. */
    moveAll(to: string, satang: number) {
      setAsked({ from: to === WALLET ? everyGame : WALLET, to, satang, everything: true })
      void all.run({ body: { to, atMost: to === WALLET ? undefined : satang } })
    },
    collect: () => void collecting.run({}),
  }
}

export type Transfers = ReturnType<typeof useTransfers>
