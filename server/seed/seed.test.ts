import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#api/contract/account.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { banks } from '../database/schema/site.ts'
import { games } from '../database/schema/games.ts'
import { members } from '../database/schema/members.ts'
import { describeOnEach } from '../database/test-database.ts'
import { clientOf, openTestApp } from '../http/test-app.ts'
import { auditLedger } from '../ledger/audit.ts'
import { sandboxMember } from './sandbox-member.ts'
import { seed } from './seed.ts'

describeOnEach('seed', (open) => {
  test.each(['false', 'true'])('gives a member with money and a game to play (Laos: %s)', async (LAOS) => {
    const t = await openTestApp(open, { settings: { LAOS }, seeded: true })
    const { phone, password } = sandboxMember(t.context.config.country)
    const { body } = await (await t.client())(login, { body: { username: phone, password } })
    const wallet = await clientOf(t.app, body.token)(getWallet)
    expect(wallet.body.wallet.amount).toBe(1500)
    expect(wallet.body.slots).toHaveLength(17)
    expect(wallet.body.slots.filter(({ isActive }) => isActive).map(({ code }) => code)).toEqual(['PG'])
    expect(await auditLedger(t.db)).toEqual([])
  })

  test('sown twice is sown once, and changes nothing that somebody changed', async () => {
    const t = await openTestApp(open, { seeded: true })
    await t.db.update(games).set({ enabled: false })
    await seed(t.context)
    expect(await t.db.$count(members)).toBe(1)
    expect(await t.db.$count(games, eq(games.enabled, true))).toBe(0)
    expect(await auditLedger(t.db)).toEqual([])
  })

  test('without the sandbox there is no member, no game and no play money', async () => {
    const settings = {
      SANDBOX: 'off',
      DATABASE_URL: 'postgres://elsewhere',
      PUBLIC_ORIGIN: 'https://champa.example',
    }
    const t = await openTestApp(open, { settings, seeded: true })
    expect(await t.db.$count(members)).toBe(0)
    expect(await t.db.$count(games)).toBe(0)
    expect(await t.db.$count(banks)).toBe(26)
  })
})
