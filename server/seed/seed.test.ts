import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#api/contract/login.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { ConfigError, parseConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Localized } from '../database/localized.ts'
import { rowsOf } from '../database/query.ts'
import { bonuses } from '../database/schema/bonuses.ts'
import { readSetting } from '../database/settings.ts'
import { agreements, banks, depositAccounts, settings } from '../database/schema/site.ts'
import { games } from '../database/schema/games.ts'
import { members } from '../database/schema/members.ts'
import { spinSlices } from '../database/schema/spin.ts'
import { describeOnOne } from '../database/test-database.ts'
import { clientOf, openTestApp } from '../http/test-app.ts'
import { auditLedger } from '../ledger/audit.ts'
import { bankRows } from './bank-list.ts'
import { sandboxMember } from './sandbox-member.ts'
import { seedData, seedVersion } from './seed-data.ts'
import { seed } from './seed.ts'

const house = {
  SANDBOX: 'off',
  DATABASE_URL: 'postgres://elsewhere',
  PUBLIC_ORIGIN: 'https://champa.example',
  DATA_KEYS: 'A'.repeat(43),
}

describeOnOne('seed', (open) => {
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

  test('in a new sandbox a withdrawal can be cancelled for a minute; one that is in use, and a house, let nothing wait', async () => {
    const waitOf = async ({ db }: { db: Database }) => (await readSetting(db, 'payouts')).waitSeconds
    const t = await openTestApp(open, { seeded: true })
    expect(await waitOf(t)).toBe(60)
    await t.db.delete(settings).where(eq(settings.key, 'payouts'))
    await t.db.update(settings).set({ value: 'older:TH:sandbox' }).where(eq(settings.key, 'sown'))
    await seed(t.context)
    expect(await waitOf(t)).toBe(0)
    expect(await waitOf(await openTestApp(open, { settings: house, seeded: true }))).toBe(0)
  })

  test('seeding twice has one effect, and overwrites no changes', async () => {
    const t = await openTestApp(open, { seeded: true })
    await t.db.update(games).set({ enabled: false })
    await seed(t.context)
    expect(await t.db.$count(members)).toBe(1)
    expect(await t.db.$count(games, eq(games.enabled, true))).toBe(0)
    expect(await auditLedger(t.db)).toEqual([])
  })

  test('additions to the seed reach a database that is in use', async () => {
    const t = await openTestApp(open, { seeded: true })
    const before = await t.db.$count(depositAccounts)
    // As an older release left it: with fewer deposit accounts, and its own version.
    await t.db.delete(depositAccounts).where(eq(depositAccounts.bankCode, 'PAYTIMZ'))
    await t.db.update(settings).set({ value: 'older:TH:sandbox' }).where(eq(settings.key, 'sown'))
    await seed(t.context)
    expect(await t.db.$count(depositAccounts)).toBe(before)
  })

  test('texts that an older release seeded in one language gain the others; changed texts stay', async () => {
    const t = await openTestApp(open, { seeded: true })
    const [conditions] = await t.db.select().from(settings).where(eq(settings.key, 'conditions'))
    const seeded = {
      banners: (await t.db.select().from(bonuses).where(eq(bonuses.code, 'WELCOME')))[0]?.banners,
      conditions: conditions?.value as Localized,
      agreements: await t.db.select().from(agreements).orderBy(agreements.position),
    }
    const thai = ({ th }: Localized) => ({ th })
    await t.db
      .update(games)
      .set({ name: { th: 'นาคาคู่' } })
      .where(eq(games.code, 'PG'))
    await t.db
      .update(games)
      .set({ name: { th: 'ของเรา' } })
      .where(eq(games.code, 'JOKER'))
    await t.db
      .update(bonuses)
      .set({ banners: seeded.banners?.map(({ image, html }) => ({ image, html: thai(html) })) ?? [] })
      .where(eq(bonuses.code, 'WELCOME'))
    await t.db
      .update(spinSlices)
      .set({ label: { th: '20 ฿' } })
      .where(eq(spinSlices.code, 'B20'))
    await t.db
      .update(spinSlices)
      .set({ label: { th: '50 บาท!' } })
      .where(eq(spinSlices.code, 'B50'))
    await t.db
      .update(settings)
      .set({ value: thai(seeded.conditions) })
      .where(eq(settings.key, 'conditions'))
    for (const { id, html } of seeded.agreements)
      await t.db
        .update(agreements)
        .set({ html: thai(html) })
        .where(eq(agreements.id, id))
    await t.db.update(settings).set({ value: 'older:TH:sandbox' }).where(eq(settings.key, 'sown'))
    await seed(t.context)

    const nameOf = async (code: string) =>
      (await t.db.select({ name: games.name }).from(games).where(eq(games.code, code)))[0]?.name
    expect(await nameOf('PG')).toEqual({ th: 'นาคาคู่', la: 'ນາກຄູ່', en: 'Twin Nagas' })
    expect(await nameOf('JOKER')).toEqual({ th: 'ของเรา' })
    const [welcome] = await t.db.select().from(bonuses).where(eq(bonuses.code, 'WELCOME'))
    expect(welcome?.banners).toEqual(seeded.banners)
    const labels = await t.db.select({ code: spinSlices.code, label: spinSlices.label }).from(spinSlices)
    expect(labels).toContainEqual({ code: 'B20', label: { th: '20 ฿', la: '20 ฿', en: '20 ฿' } })
    expect(labels).toContainEqual({ code: 'B50', label: { th: '50 บาท!' } })
    const [after] = await t.db.select().from(settings).where(eq(settings.key, 'conditions'))
    expect(after?.value).toEqual(seeded.conditions)
    expect(await t.db.select().from(agreements).orderBy(agreements.position)).toEqual(seeded.agreements)
  })

  test('every text that is shown gains the others: of bonuses, promotions, the wheel and where members heard of the site', async () => {
    const t = await openTestApp(open, { seeded: true })
    const texts = [
      ['bonuses', 'name'],
      ['promotions', 'description'],
      ['sources', 'description'],
      ['spin_wheels', 'name'],
      ['spin_slices', 'prize_name'],
      ['spin_slices', 'html_description'],
    ] as const
    const read = () =>
      Promise.all(
        texts.map(([table, column]) =>
          rowsOf(t.db, sql.raw(`select ${column} as words from ${table} order by ${column}::text`)),
        ),
      )
    const seeded = await read()
    for (const [table, column] of texts)
      await t.db.execute(
        sql.raw(
          `update ${table} set ${column} = jsonb_build_object('th', ${column} -> 'th') where ${column} ? 'th'`,
        ),
      )
    expect(await read()).not.toEqual(seeded)
    await t.db.update(settings).set({ value: 'older:TH:sandbox' }).where(eq(settings.key, 'sown'))
    await seed(t.context)
    expect(await read()).toEqual(seeded)
  })

  test('every row and text of the seed is part of its version', () => {
    const data = seedData(parseConfig({}))
    const changed = {
      banks: [...data.banks, { code: 'NEW', country: 'TH', nameTH: 'ใหม่', nameEN: 'New', position: 99 }],
      texts: { ...data.texts, notice: { ...data.texts.notice, en: 'Another' } },
      sandbox: { ...data.sandbox, slices: [] },
    }
    const versions = Object.entries(changed).map(([part, value]) => seedVersion({ ...data, [part]: value }))
    expect(new Set([seedVersion(data), ...versions]).size).toBe(4)
    expect(seedVersion(data)).toBe(seedVersion(seedData(parseConfig({}))))
  })

  test('without the sandbox there is no member, no game and no play money', async () => {
    const t = await openTestApp(open, { settings: house, seeded: true })
    expect(await t.db.$count(members)).toBe(0)
    expect(await t.db.$count(games)).toBe(0)
    expect(await t.db.$count(banks)).toBe(bankRows.length)
  })

  test('real money refuses a database that was ever a sandbox’s, however old', async () => {
    const { context, db } = await openTestApp(open, { seeded: true })
    const real = { ...context, config: parseConfig(house) }
    const before = await db.select().from(settings)
    const expectRefused = async () => {
      await expect(seed(real)).rejects.toThrow(ConfigError)
      await expect(seed(real)).rejects.toThrow(/^SANDBOX is off, but a sandbox has seeded the database/u)
    }
    await expectRefused()
    expect(await db.select().from(settings)).toEqual(before)
    // Seeded before the mark existed.
    await db.delete(settings).where(eq(settings.key, 'sandboxed'))
    await expectRefused()
    // And then used without the sandbox, which recorded its own version.
    await db.update(settings).set({ value: '4:TH:house' }).where(eq(settings.key, 'sown'))
    await expectRefused()
    await seed(context)
  })

  test('the sandbox refuses a database that was set up for real money', async () => {
    const { context, db } = await openTestApp(open, { settings: house, seeded: true })
    await expect(seed({ ...context, config: parseConfig({}) })).rejects.toThrow(
      /^SANDBOX is on, but the database at DATABASE_URL was set up without one/u,
    )
    expect(await db.$count(members)).toBe(0)
    await seed(context)
  })
})
