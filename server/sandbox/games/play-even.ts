import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { reportResult } from '../../modules/games/report-result.ts'

interface EvenPlay {
  memberId: string
  gameCode: string
  /** Satang, two or more: half is won, then half is lost; an odd amount is rounded up. */
  stake: number
}

/** Plays two rounds that end as they began: turnover without winning or losing. */
export async function playEven(tx: Transaction, { stake, ...player }: EvenPlay, now: Date): Promise<void> {
  const half = Math.ceil(stake / 2)
  for (const amount of [half, -half]) {
    const outcome = await reportResult(tx, { ...player, amount, round: randomUUID() }, now)
    if (outcome !== 'posted') throw new Error(`A round of a new number was ${outcome}`)
  }
}
