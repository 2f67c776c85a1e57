import { onTestFinished } from 'vitest'
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

/**
 * PG as a provider with a purse of its own, in which there are so many satang until the test is over: a stake leaves it when the round begins,
 * and it pays nothing that it does not have.
 */
export function purseOfPg({ context }: TestServer, has: number) {
  const { games } = context.providers
  const own = { ...games }
  onTestFinished(() => void Object.assign(games, own))
  const pg = { has, told: 0 }
  const made = new Map<string, number>()
  const off = new Set<string>()
  const take = (amount: number) => {
    if (pg.has + amount < 0) throw refusing()
    pg.has += amount
  }
  games.move = async (one) => {
    if (one.gameCode !== 'PG') return own.move(one)
    if (made.has(one.reference)) return
    if (off.has(one.reference)) throw refusing()
    take(one.amount)
    made.set(one.reference, one.amount)
  }
  games.cancel = async (one) => {
    if (one.gameCode !== 'PG') return own.cancel(one)
    take(-(made.get(one.reference) ?? 0))
    made.delete(one.reference)
    off.add(one.reference)
  }
  games.balance = async (one) => {
    if (one.gameCode !== 'PG') return own.balance(one)
    pg.told += 1
    return pg.has
  }
  return pg
}

export const refusing = () => new ProviderFailure('gone')
