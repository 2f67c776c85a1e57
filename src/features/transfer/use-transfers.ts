import { useState } from 'react'
import { transfer } from '#api/contract/wallet.ts'
import { useOperation } from '#operations/use-operation.ts'
import { useTransferAll } from '#operations/use-transfer-all.ts'
import type { Moved } from './transfer-done.tsx'
import type { Transfer } from './transfer-form.ts'
import { everyGame, walletCode } from './transfer-rules.ts'

/** Both kinds of transfer: one operation at a time, and none while the last one's outcome is unknown. */
export function useTransfers() {
  const one = useOperation(transfer)
  const all = useTransferAll()
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
    busy: one.busy || all.busy,
    blocked: operation.state.status === 'unknown',
    /** What was moved, once it has been. */
    moved: moved(),
    move(fields: Transfer) {
      setAsked({ from: fields.from, to: fields.to, satang: fields.amount, everything: false })
      void one.run({ body: fields })
    },
    /** `satang`: the expected amount, for backends that do not report it. */
    moveAll(to: string, satang: number) {
      setAsked({ from: to === walletCode ? everyGame : walletCode, to, satang, everything: true })
      void all.run(to)
    },
  }
}

export type Transfers = ReturnType<typeof useTransfers>
