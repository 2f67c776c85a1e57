import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { setLimit } from '#api/contract/limits.ts'
import type { LimitKind, LimitPeriod } from '#api/contract/limits.ts'
import { createQr } from '#api/contract/qrcode.ts'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { addMoney, transfer } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { transact } from '../../database/query.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { gameResults } from '../../database/schema/games.ts'
import { members } from '../../database/schema/members.ts'
import { statements } from '../../database/schema/statements.ts'
import { reportResult } from '../games/report-result.ts'
import type { TestMember, TestServer } from '../test-server.ts'

/** A member with money (satang) that was deposited in an earlier month, and game accounts. */
export async function newPlayer(server: TestServer, wallet = 0): Promise<TestMember> {
  const member = await server.newMember({ wallet })
  for (const slot of ['PG', 'JOKER']) await member.request(activateGame, { params: { slot } })
  await shiftStatement(server, member, '40 days')
  return member
}

/** Gives the member a password, which identifies the member without a session, and returns the member's row. */
export async function givePassword(
  { context, db }: TestServer,
  { id }: { id: string },
  password: string,
): Promise<typeof members.$inferSelect> {
  const passwordHash = await context.passwords.hash(password)
  const [row] = await db.update(members).set({ passwordHash }).where(eq(members.id, id)).returning()
  if (!row) throw new Error('No member')
  return row
}

/** All that the member moved and played so far was that much earlier. */
export async function shiftStatement({ db }: TestServer, { id }: TestMember, by: string): Promise<void> {
  for (const table of [statements, gameResults])
    await db
      .update(table)
      .set({ createdAt: sql`${table.createdAt} - ${by}::interval` })
      .where(eq(table.memberId, id))
}

/** A round that the game reports at once by the statement's clock; satang. */
export const playRound = ({ db }: TestServer, { id }: TestMember, amount: number, gameCode = 'PG') =>
  transact(db, (tx) => reportResult(tx, { memberId: id, gameCode, amount, round: randomUUID() }, new Date()))

/** Baht; null for none. */
export const limit = ({ request }: TestMember, kind: LimitKind, period: LimitPeriod, amount: number | null) =>
  request(setLimit, { body: { kind, period, amount } })

export const move = ({ request }: TestMember, from: string, to: string, amount: number) =>
  request(transfer, { body: { from, to, amount } })

export const askQr = ({ request }: TestMember, amount: number, code: QrChannel = 'KBANK') =>
  request(createQr, { params: { code }, body: { amount } })

/** A bank transfer that nobody asked the server for. */
export const arrive = ({ request }: TestMember, amount: number) => request(addMoney, { body: { amount } })

export const eventsOf = async ({ db }: TestServer, { id }: { id: string }, kind: string) =>
  (await db.select().from(auditEvents).where(eq(auditEvents.memberId, id))).filter(
    (event) => event.kind === kind,
  )
