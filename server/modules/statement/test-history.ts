import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { addMoney, transfer, transferAll, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { transact } from '../../database/query.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { reportResult } from '../games/report-result.ts'
import type { TestMember, TestServer } from '../test-server.ts'
import { finishProviderTransfer } from '../transfer/finish-transfer.ts'

/** Something that moves a member's money. */
type Operation =
  | { act: 'deposit' | 'withdraw'; baht: number }
  | { act: 'settle' | 'refuse' }
  | { act: 'withdraw all'; baht: number; isSilent?: boolean }
  | { act: 'answer'; fails: boolean }
  | { act: 'move'; from: string; to: string; baht: number; fails: boolean }
  | { act: 'move all'; to: string }
  | { act: 'play'; game: string; satang: number }

const place = fc.constantFrom('WALLET', 'PG', 'JOKER')
const baht = fc.integer({ min: 100, max: 60_000 }).map((satang) => satang / 100)

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ act: fc.constant('deposit' as const), baht }),
  fc.record({ act: fc.constant('withdraw' as const), baht }),
  fc.record({ act: fc.constant('withdraw all' as const), baht, isSilent: fc.boolean() }),
  fc.record({ act: fc.constant('answer' as const), fails: fc.boolean() }),
  fc.record({ act: fc.constantFrom('settle' as const, 'refuse' as const) }),
  fc.record({ act: fc.constant('move' as const), from: place, to: place, baht, fails: fc.boolean() }),
  fc.record({ act: fc.constant('move all' as const), to: place }),
)

/** Every game fails to move money like this meanwhile. */
async function whileGames(
  { context }: TestServer,
  failure: Error,
  act: () => Promise<unknown>,
): Promise<void> {
  const { games } = context.providers
  const { move } = games
  games.move = () => Promise.reject(failure)
  await act()
  games.move = move
}

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
    case 'withdraw all': {
      const all = () => request(withdrawAll, { body: { amount: asked.baht } })
      await (asked.isSilent ? whileGames(server, new Error('no answer'), all) : all())
      break
    }
    case 'answer': {
      const transfers = await server.db
        .select({ id: providerTransfers.id })
        .from(providerTransfers)
        .where(eq(providerTransfers.memberId, id))
      const end = async () => {
        for (const transfer of transfers) await finishProviderTransfer(server.context, transfer.id)
      }
      await (asked.fails ? whileGames(server, new ProviderFailure('no'), end) : end())
      break
    }
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
      const move = () => request(transfer, { body: { from, to, amount } })
      await (fails ? whileGames(server, new ProviderFailure('no'), move) : move())
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
