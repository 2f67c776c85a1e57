import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus, checkActiveBonus, listBonuses } from '#api/contract/bonus.ts'
import * as lookup from '#api/contract/lookup.ts'
import { activatePromotion, currentPromotion, findPromotion } from '#api/contract/promotion.ts'
import { getSpinSetup, listCoupons, spin } from '#api/contract/spinwheel.ts'
import { getWallet, refreshSlots } from '#api/contract/wallet.ts'
import { locales } from '#lib/text/locale-codes.ts'
import { inLocale } from '../database/localized.ts'
import { games } from '../database/schema/games.ts'
import { spinSlices } from '../database/schema/spin.ts'
import { describeOnOne } from '../database/test-database.ts'
import { seedData } from '../seed/seed-data.ts'
import { openTestServer, type TestServer } from './test-server.ts'

test('a missing text falls back to another language', () => {
  expect(inLocale({ th: 'ก', en: 'A' }, 'en')).toBe('A')
  expect(inLocale({ la: 'ກ', en: 'A' }, 'th')).toBe('ກ')
  expect(inLocale({ th: '', en: 'A' }, 'th')).toBe('')
  expect(inLocale({}, 'th')).toBe('')
})

describeOnOne('the site’s texts', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
    // Only one slice can win, so that the result of a spin is known.
    await server.db.update(spinSlices).set({ weight: 0 })
    const label = { th: '20 บาท', la: '20 ບາດ', en: '20 baht' }
    await server.db.update(spinSlices).set({ weight: 1, label }).where(eq(spinSlices.code, 'B20'))
  })

  test.each([
    ['th', 'th', 'นาคาคู่', 'โบนัสโชคเล็ก ๆ', '20 บาท', 'เงินรางวัล', 'กงล้อนำโชค', 'เพื่อนแนะนำ'],
    ['la', 'lo', 'ນາກຄູ່', 'ໂບນັດໂຊກນ້ອຍ', '20 ບາດ', 'ເງິນລາງວັນ', 'ວົງລໍ້ນຳໂຊກ', 'ໝູ່ແນະນຳ'],
    ['en', 'en', 'Twin Nagas', 'Little luck bonus', '20 baht', 'Cash prize', 'Lucky wheel', 'A friend'],
  ] as const)(
    'follow the language of the request: %s',
    async (locale, lang, game, bonus, label, prize, wheel, friend) => {
      const { texts, sandbox } = seedData(server.context.config)
      const { request } = await server.newMember({ wallet: 20_000 })
      const headers = { 'Accept-Language': lang }

      for (const call of [getWallet, refreshSlots])
        expect((await request(call, { headers })).body.slots[0]).toMatchObject({ code: 'PG', name: game })

      const bonuses = (await request(listBonuses, { headers })).body
      expect(bonuses.find(({ code }) => code === 'LUCKY')).toMatchObject({ name: bonus })
      expect(bonuses.map(({ banners }) => banners)).toEqual(
        sandbox?.bonuses.map(({ banners }) =>
          banners?.map(({ image, html }) => ({ image, html: html[locale] })),
        ),
      )
      await request(activateBonus, { params: { code: 'LUCKY' } })
      expect((await request(checkActiveBonus, { headers })).body).toMatchObject({ type: bonus })

      const setup = (await request(getSpinSetup, { headers })).body.result.activeSpinwheel
      expect(setup?.name).toBe(wheel)
      expect(setup?.slice.find(({ code }) => code === 'B20')).toMatchObject({
        label,
        htmlDescription: `<p>${prize} ${label}</p>`,
      })
      expect((await request(spin, { headers })).body.result).toMatchObject({ code: 'B20', label })
      // Won in one language, and read in another.
      for (const [other, text] of [
        ['th', '20 บาท'],
        ['lo', '20 ບາດ'],
        ['en', '20 baht'],
        [lang, label],
      ] as const) {
        const { coupons } = (await request(listCoupons, { headers: { 'Accept-Language': other } })).body
        expect(coupons[0]?.prize.slice.label).toBe(text)
      }
      expect((await request(listCoupons, { headers })).body.coupons[0]?.prize.name).toBe(prize)

      const said = {
        conditions: (await request(lookup.lookupConditions, { headers })).body.conditions,
        notice: (await request(lookup.lookupNotice, { headers })).body.notice,
        agreements: (await request(lookup.lookupAgreements, { headers })).body,
        contact: (await request(lookup.lookupContact, { headers })).body.contactText,
      }
      expect(said).toEqual({
        conditions: texts.conditions[locale],
        notice: texts.notice[locale],
        agreements: texts.agreements.map((html) => html[locale]),
        contact: texts.contactText[locale],
      })
      expect((await request(lookup.lookupSources, { headers })).body[0]).toEqual({
        code: 'FRIEND',
        description: friend,
      })
    },
  )

  test.each([
    ['th', /\p{Script=Thai}/u],
    ['lo', /\p{Script=Lao}/u],
    ['en', /^[\p{ASCII}]+$/u],
  ] as const)('a promotion’s too: %s', async (lang, letters) => {
    const { request } = await server.newMember({ wallet: 20_000 })
    const headers = { 'Accept-Language': lang }
    const params = { code: 'CHAMPA50' }
    expect((await request(findPromotion, { params, headers })).body.description).toMatch(letters)
    await request(activatePromotion, { params })
    expect((await request(currentPromotion, { headers })).body?.description).toMatch(letters)
    expect((await request(checkActiveBonus, { headers })).body.type).toBe('CHAMPA50')
  })

  test('a request without a language is answered in the member’s last one', async () => {
    const { request } = await server.newMember()
    const name = async (headers: Record<string, string> = {}) =>
      (await request(getWallet, { headers })).body.slots[0]?.name
    expect(await name()).toBe('นาคาคู่')
    server.clock.advance(600_000)
    expect(await name({ cookie: 'locale=LA' })).toBe('ນາກຄູ່')
    expect(await name()).toBe('ນາກຄູ່')
    server.clock.advance(600_000)
    expect(await name()).toBe('ນາກຄູ່')
    expect(await name({ 'accept-language': 'en' })).toBe('Twin Nagas')
  })

  test('every seeded text has every language', async () => {
    for (const country of ['TH', 'LA'] as const) {
      const data = JSON.stringify(seedData({ country, laos: country === 'LA', sandbox: true }))
      const texts = [...data.matchAll(/\{"th":"[^"]*","la":"[^"]*","en":"[^"]*"\}/gu)].map(
        ([text]) => JSON.parse(text) as Record<string, string>,
      )
      expect(texts.length).toBeGreaterThan(50)
      for (const { th = '', la = '', en = '' } of texts) {
        expect(th).not.toMatch(/\p{Script=Lao}/u)
        expect(la).not.toMatch(/\p{Script=Thai}/u)
        expect(en).toMatch(/^[\p{ASCII}฿]+$/u)
      }
    }
    const rows = await server.db.select({ name: games.name }).from(games).orderBy(asc(games.position))
    for (const { name } of rows) expect(Object.keys(name).sort()).toEqual([...locales].sort())
  })
})
