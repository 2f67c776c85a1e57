import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { addMoney, transfer, transferAll, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { transact } from '../../database/query.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { reportResult } from '../games/report-result.ts'
import type { TestMember, TestServer } from '../test-server.ts'

/** Something that moves a member's money. */
type Operation =
  | { act: 'deposit' | 'withdraw'; baht: number }
  | { act: 'settle' | 'refuse' }
  | { act: 'withdraw all'; baht: number }
  | { act: 'move'; from: string; to: string; baht: number; fails: boolean }
  | { act: 'move all'; to: string }
  | { act: 'play'; game: string; satang: number }

const place = fc.constantFrom('WALLET', 'PG', 'JOKER')
const baht = fc.integer({ min: 100, max: 60_000 }).map((satang) => satang / 100)

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ act: fc.constant('deposit' as const), baht }),
  fc.record({ act: fc.constantFrom('withdraw' as const, 'withdraw all' as const), baht }),
  fc.record({ act: fc.constantFrom('settle' as const, 'refuse' as const) }),
  fc.record({ act: fc.constant('move' as const), from: place, to: place, baht, fails: fc.boolean() }),
  fc.record({ act: fc.constant('move all' as const), to: place }),
)

/** A round of a game: won, or lost. */
export const play: fc.Arbitrary<Operation> = fc.record({
  act: fc.constant('play' as const),
  game: fc.constantFrom('PG', 'JOKER'),
  satang: fc.integer({ min: 1, max: 30_000 }).chain((satang) => fc.constantFrom(satang, -satang)),
})

/** May be refused, such as a transfer of more than there is: then nothing has changed. */
export async function perform(
  server: TestServer,
  { id, request }: TestMember,
  asked: Operation,
): Promise<void> {
  switch (asked.act) {
    case 'deposit':
      await request(addMoney, { body: { amount: asked.baht } })
      break
    case 'withdraw':
      await request(withdraw, { body: { amount: asked.baht } })
      break
    case 'withdraw all':
      await request(withdrawAll, { body: { amount: asked.baht } })
      break
    case 'move all':
      await request(transferAll, { body: { to: asked.to } })
      break
    case 'play': {
      const round = { memberId: id, gameCode: asked.game, amount: asked.satang, round: randomUUID() }
      await transact(server.db, (tx) => reportResult(tx, round, server.clock.now()))
      break
    }
    case 'move': {
      const { from, to, baht: amount, fails } = asked
      const broken = { name: `game:${from === 'WALLET' ? to : from}` }
      if (fails) await server.submitForm('/switches', broken)
      await request(transfer, { body: { from, to, amount } })
      if (fails) await server.submitForm('/switches', broken)
      break
    }
    default: {
      const [pending] = await server.db
        .select({ id: withdrawals.id })
        .from(withdrawals)
        .where(and(eq(withdrawals.memberId, id), eq(withdrawals.status, 'pending')))
      if (pending) await server.submitForm(`/withdrawals/${asked.act}`, await server.decisionOf(pending.id))
    }
  }
}
