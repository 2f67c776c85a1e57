import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { login } from '#api/contract/login.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { passkeys } from '../database/schema/passkeys.ts'
import { playBreaks, playLimits } from '../database/schema/limits.ts'
import { members } from '../database/schema/members.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from './test-server.ts'

/** The statements of “Backups, and going back to a moment”, in their order. */
const [, section = ''] =
  /^## Backups, and going back to a moment\n([^]*?)^## /mu.exec(readFileSync('docs/operating.md', 'utf8')) ??
  []
const [keepOut = '', takeOver = '', trail = '', exclude = '', newPassword = '', letIn = ''] = [
  ...section.matchAll(/```sql\n([^]*?)```/gu),
].map(([, statements = '']) => statements)

const TABLES = ['members', 'passkeys', 'play_breaks', 'play_break_devices', 'play_limits', 'audit_events']

describeOnOne('the way back to a moment, as docs/operating.md says', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** Runs the statements with their variables filled in, as psql does. */
  const run = async (statements: string, values: Record<string, string> = {}) => {
    const filled = statements.replaceAll(
      /(?<!:):('?)(moment|from|months|phone)\1/gu,
      (_, quote, name: string) => `${quote}${values[name]}${quote}`,
    )
    for (const one of filled
      .split(/;\n/u)
      .filter((text) => text.trim() !== '' && !/^(?:begin|commit)$/u.test(text.trim())))
      await server.db.execute(sql.raw(one))
  }
  const passkeyOf = (memberId: string, credentialId: string) =>
    server.db.insert(passkeys).values({
      memberId,
      credentialId,
      publicKey: 'k',
      counter: 0,
      transports: [],
      isSynced: true,
      name: 'Phone',
    })
  const rowOf = async (id: string) => (await server.db.select().from(members).where(eq(members.id, id)))[0]
  const inAnHour = () => new Date(Date.now() + 3_600_000)

  test('members are out until the site is opened again, also those who were in', async () => {
    const member = await server.newMember()
    expect(await member.request(getWallet)).toMatchObject({ status: 200 })
    await run(keepOut)
    expect(await member.request(getWallet)).toMatchObject({ status: 401 })
    const body = { username: (await rowOf(member.id))?.username ?? '', password: 'wrong' }
    expect(await member.request(login, { body })).toMatchObject({ status: 410 })
    await run(letIn)
    expect(await member.request(login, { body })).toMatchObject({ body: { message: 'WRONG_CREDENTIAL' } })
  })

  test('breaks, limits, closed accounts, passwords and removed passkeys are as they were last', async () => {
    const { db } = server
    const [excluded, closed, other] = await Promise.all([addMember(db), addMember(db), addMember(db)])
    const registeredSince = await addMember(db)
    await passkeyOf(other, 'kept')
    await db.insert(playLimits).values({ memberId: other, kind: 'loss', period: 'day', amount: 100 })
    const endsAt = inAnHour()
    for (const memberId of [excluded, registeredSince])
      await db.insert(playBreaks).values({ memberId, kind: 'exclusion', startsAt: new Date(), endsAt })
    await db.update(members).set({ status: 'inactive' }).where(eq(members.id, closed))
    await db.update(members).set({ passwordHash: 'new' }).where(eq(members.id, other))
    await db.execute(sql`create schema before`)
    for (const table of TABLES)
      await db.execute(sql.raw(`create table before.${table} as select * from public.${table}`))

    // The moment, at which none of this had happened.
    await db.delete(playBreaks)
    await db.execute(sql`delete from member_bank_accounts where member_id = ${registeredSince}`)
    await db.delete(members).where(eq(members.id, registeredSince))
    await db.update(members).set({ status: 'active' }).where(eq(members.id, closed))
    await db.update(members).set({ passwordHash: 'old' }).where(eq(members.id, other))
    await db.update(playLimits).set({ amount: 5000 })
    await passkeyOf(other, 'removed')

    for (const time of ['once', 'again']) {
      await run(takeOver)
      const breaks = await db
        .select({ memberId: playBreaks.memberId, endsAt: playBreaks.endsAt })
        .from(playBreaks)
      expect(breaks.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))).toEqual(
        [excluded, registeredSince].toSorted().map((memberId) => ({ memberId, endsAt })),
      )
      expect(await rowOf(closed)).toMatchObject({ status: 'inactive' })
      expect(await rowOf(other)).toMatchObject({ status: 'active', passwordHash: 'new' })
      expect(await db.select().from(playLimits)).toMatchObject([{ memberId: other, amount: 100 }])
      expect(await db.select().from(passkeys), time).toMatchObject([{ credentialId: 'kept' }])
    }
    await run(trail, { moment: '2026-11-24 02:42:17.07402+00' })
  })

  test('what only an SMS tells of is written down by the member’s phone', async () => {
    const id = await addMember(server.db)
    const { username: phone = '' } = (await rowOf(id)) ?? {}
    await passkeyOf(id, 'of the phone')
    await run(exclude, { phone, months: '6', from: '2026-11-24 09:00+07' })
    const of = await server.db.select().from(playBreaks).where(eq(playBreaks.memberId, id))
    expect(of).toMatchObject([{ kind: 'exclusion', endsAt: new Date('2027-05-24T02:00:00Z') }])
    await run(newPassword, { phone })
    expect(await rowOf(id)).toMatchObject({ passwordHash: '' })
    expect(await server.db.select().from(passkeys).where(eq(passkeys.memberId, id))).toEqual([])
  })
})
