import type { Page } from 'playwright/test'
import { axeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { memberIdOf } from '../support/chat.ts'
import { callApi } from '../support/members.ts'

const pages = [
  '',
  '/slips',
  '/slips?slip=014:20261129a7391902ac51df2c',
  '/statement',
  '/games',
  '/games/PG',
  '/wheel',
  '/chat',
  '/rules',
  '/limits',
  '/texts',
]

/** What of the page is wider than it, too low to be hit, or broken by axe's rules. */
async function faultsOf(page: Page): Promise<unknown[]> {
  const low = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('a, button, input:not([type=hidden]), select, summary')]
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect()
        return width > 0 && height < 24
      })
      .map(({ outerHTML }) => `low: ${outerHTML}`),
  )
  const wide = await page.evaluate(() =>
    document.documentElement.scrollWidth > innerWidth ? [`wide: ${location.href}`] : [],
  )
  const violations = await axeViolations(page)
  return [...low, ...wide, ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)]
}

for (const width of [360, 1440])
  test(`the console at ${width} px: nothing is cut off, and every control has a name and a size`, async ({
    page,
    server,
    newMember,
  }) => {
    const member = await newMember(1_234_567, { name: 'ວັນນະສອນ ພົມມະຈັນທະວົງສາ ສີສະຫວ່າງວົງທອງພັນຄຳ' })
    const message = { message_type: 'text', payload: { text: 'ສະບາຍດີ' } }
    const clientId = crypto.randomUUID()
    await callApi(server.origin, 'POST', '/api/chat/send-message', { message, clientId }, member.token)
    const room = `/chat/${await memberIdOf(server.origin, member.token)}`
    await page.setViewportSize({ width, height: 900 })
    const faults: unknown[] = []
    for (const path of [...pages, room]) {
      await page.goto(`/sandbox${path}`)
      for (const more of await page.locator('summary').all()) await more.click()
      faults.push(...(await faultsOf(page)).map((fault) => [path, fault]))
    }
    expect(faults).toEqual([])
  })

test('by keyboard: what a form came to is read, and the next key goes on from there', async ({ page }) => {
  await page.goto('/sandbox/rules')
  await page.getByLabel("Member's phone").fill('0800000000')
  await page.getByLabel('Staked in baht').fill('1')
  await page.keyboard.press('Enter')
  const told = page.getByRole('alert')
  await expect(told).toBeFocused()
  await expect(told).toContainText('no member has that phone number. Write it as')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Smallest first deposit')).toBeFocused()
})

test('by keyboard: a list that changes keeps the focus on the control that it was on', async ({
  page,
  sandbox,
  newMember,
}) => {
  const { phone } = await newMember()
  await sandbox.deposit(phone, 100)
  await page.goto('/sandbox')
  const section = page.getByRole('region', { name: 'Transfers that the banks have seen' })
  const slip = section.getByRole('link', { name: 'Slip' }).first()
  const address = await slip.getAttribute('href')
  await slip.focus()
  await sandbox.deposit(phone, 200)
  await expect(section.getByText('200.00')).toBeVisible()
  await expect(section.locator(`a[href="${address}"]`)).toBeFocused()
})

test('the part of the console that a page belongs to is marked', async ({ page }) => {
  for (const [path, part] of [
    ['/texts?language=la', 'Texts'],
    ['/games/PG', 'Games'],
  ] as const) {
    await page.goto(`/sandbox${path}`)
    await expect(page.getByRole('navigation', { name: 'Sandbox' }).locator('[aria-current]')).toHaveText(part)
  }
  await page.goto('/sandbox/texts?language=la')
  await expect(page.getByRole('navigation', { name: 'Languages' }).locator('[aria-current]')).toHaveText(
    'Lao',
  )
})

test('a cell says its column’s head where the heads are not seen, to the eye alone', async ({ page }) => {
  await page.goto('/sandbox/wheel')
  const odds = page.getByRole('table', { name: 'Odds' }).locator('[data-head="Odds"]').first()
  const before = () => odds.evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(await before()).toMatch(/^"Odds: " \/ ""$/u)
  await expect(odds).toHaveAccessibleName(/^[\d.]+%$/u)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await before()).toBe('none')
})
