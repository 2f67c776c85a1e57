import { eq } from 'drizzle-orm'
import { payOutOwed, showOwed, takeBreak } from '#api/contract/limits.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { clientOf } from '../../http/test-app.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import type { TestMember, TestServer } from '../test-server.ts'
import { givePassword, newPlayer } from './test-limits.ts'

export const password = 'secret-1'

/** A player who can sign in, with a wallet; satang. */
export async function player(server: TestServer, wallet = 0) {
  const member = await newPlayer(server, wallet)
  const { username, bankAccountNo } = await givePassword(server, member, password)
  return { ...member, username, account: bankAccountNo! }
}
type Player = Awaited<ReturnType<typeof player>>

export const pause = ({ request }: TestMember, hours = 24) =>
  request(takeBreak, { body: { kind: 'break', hours } })

export const exclude = ({ request }: TestMember, months = 6) =>
  request(takeBreak, { body: { kind: 'exclusion', months } })

/** Asked by a visitor, because nobody is signed in on a break. */
export const owed = ({ app }: TestServer, { username }: Player, given = password) =>
  clientOf(app, '')(showOwed, { body: { username, password: given } })

export const payOut = ({ app }: TestServer, { username }: Player) =>
  clientOf(app, '')(payOutOwed, { body: { username, password } })

/** What was withdrawn; satang. */
export const paidOut = async ({ db }: TestServer, { id }: TestMember) =>
  (await db.select().from(withdrawals).where(eq(withdrawals.memberId, id))).map(({ amount }) => amount)

/** PG does not pay out: it refuses, or gives no answer. */
export async function whilePgFails({ context }: TestServer, error: Error, work: () => Promise<void>) {
  const { games } = context.providers
  const own = games.move
  games.move = async (asked) => {
    if (asked.gameCode === 'PG') throw error
    return own(asked)
  }
  try {
    await work()
  } finally {
    games.move = own
  }
}

export const refusing = () => new ProviderFailure('gone')
