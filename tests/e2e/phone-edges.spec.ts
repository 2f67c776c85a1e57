import type { Page } from 'playwright/test'
import { memberPages, modalAddresses, visitorPages } from '../support/addresses.ts'
import { behind, leaveBanners } from '../support/banners.ts'
import {
  expect,
  openMemberPage,
  openMemberSheet,
  signInAs,
  test,
  withoutEvents,
} from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import {
  countFields,
  giveNotch,
  keyboards,
  outOfReach,
  sideways,
  underEdges,
  underKeyboard,
  upright,
} from '../support/phone-edges.ts'

// Nothing is still moving then.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(({ context }) => withoutEvents(context))

/** Sheets that have fields. */
const withFields = new Set(
  ['deposit', 'withdraw', 'transfer', 'game&game=PG', 'password', 'chat', 'bank-name'].map(
    (name) => `/user/home?open=${name}`,
  ),
)

/** Its gold button sends the link, at the top of a long sheet: beside it stands the QR that is scanned instead. */
const besideItsQr = behind('/user/home?open=invite')

async function expectAboveKeyboard(page: Page, address: string): Promise<number> {
  const { count, small } = await countFields(page)
  expect.soft(small, `${address}: an iPhone zooms in on these`).toEqual([])
  for (const [phone, show] of Object.entries(keyboards)) {
    for (let place = 0; place < count; place += 1) {
      await page.evaluate((at) => {
        const { fields } = globalThis as unknown as { fields: HTMLElement[] }
        fields[at]?.focus()
      }, place)
      await show(page, true)
      await expect.soft
        .poll(() => underKeyboard(page, place), { message: `${address}, ${phone}` })
        .toEqual([])
      await show(page, false)
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    }
  }
  return count
}

async function expectBesideNotch(page: Page, address: string): Promise<void> {
  await page.setViewportSize(sideways)
  await expect.soft.poll(() => underEdges(page), { message: `${address}, held sideways` }).toEqual([])
  await page.setViewportSize(upright)
}

const pageIsThere = async (page: Page) => {
  await expect(page.locator('main')).toHaveText(/\S/u)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

test('on a visitor’s pages nothing lies under the notch, the keyboard leaves field and button in sight, and nothing zooms', async ({
  page,
}) => {
  await giveNotch(page)
  let fields = 0
  for (const address of [...visitorPages, '/contact?open=chat']) {
    await test.step(address, async () => {
      await page.setViewportSize(upright)
      await page.goto(address)
      await pageIsThere(page)
      if (address.includes('open=')) await expect(page.getByRole('dialog').getByRole('textbox')).toBeEnabled()
      expect.soft(await outOfReach(page), `${address}: out of a thumb’s reach`).toEqual([])
      fields += await expectAboveKeyboard(page, address)
      await expectBesideNotch(page, address)
    })
  }
  // Phone and password to sign in, phone to register and for a new password, the message.
  expect(fields).toBeGreaterThanOrEqual(5)
})

test('on a member’s pages and sheets nothing lies under the notch, the keyboard leaves field and button in sight, and nothing zooms', async ({
  page,
  app,
  server,
  newMember,
}) => {
  // Of a bank that asks for the name in English letters.
  const member = await newMember(900, { bankCode: 'BBL', bankAccountName: 'MALI JAIDEE' })
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  await giveNotch(page)
  await signInAs(page, member)
  await app.expectBalance('900.00')
  const look = async (screen: string) => {
    if (screen !== besideItsQr)
      expect.soft(await outOfReach(page), `${screen}: out of a thumb’s reach`).toEqual([])
    await expectAboveKeyboard(page, screen)
    await expectBesideNotch(page, screen)
  }
  for (const address of memberPages) {
    await test.step(address, async () => {
      await openMemberPage(page, app.words, address)
      await look(address)
    })
  }
  expect(modalAddresses).toEqual(expect.arrayContaining([...withFields]))
  for (const address of modalAddresses) {
    await test.step(address, async () => {
      await openMemberSheet(page, app.words, address)
      if (withFields.has(address))
        await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeEnabled()
      // A page that bounces like rubber moves under the sheet.
      const bounces = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)
      expect.soft(await bounces(), address).toBe('none')
      await look(address)
      if (await leaveBanners(page, app.words, address)) await look(behind(address))
    })
  }
})
