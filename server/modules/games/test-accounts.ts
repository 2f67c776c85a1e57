import { randomUUID } from 'node:crypto'
import { activateGame, transfer } from '#api/contract/wallet.ts'
import { transact } from '../../database/query.ts'
import type { Actor } from '../test-operation.ts'
import type { TestMember } from '../test-server.ts'
import { reportResult } from './report-result.ts'

/** The games of which members have accounts. */
export const GAMES = ['PG', 'JOKER', 'UFABET']

/** Accounts of two games, and 300 baht in the first. */
export async function fillGame({ request }: TestMember): Promise<void> {
  for (const slot of ['PG', 'JOKER']) await request(activateGame, { params: { slot } })
  await request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 300 } })
}

/** A loss of 200 baht in the first of two games. */
export async function lose({ server, member }: Actor): Promise<void> {
  await fillGame(member)
  const lost = { memberId: member.id, gameCode: 'PG', amount: -20_000, round: randomUUID() }
  await transact(server.db, (tx) => reportResult(tx, lost, server.clock.now()))
}
