import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

test.beforeEach(({ context }) => withoutEvents(context))

/** What the page has saved: its name, and its bytes. */
async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a member finds a row by a part of its reference, and has it as a receipt, in a file, by month and on paper', async ({
  page,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(1000)
  await callApi(server.origin, 'POST', '/api/wallet/withdraw', { amount: 120 }, member.token)
  await signInAs(page, member)
  await page.goto('/user/statement')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)

  await rows.first().getByRole('button').click()
  const fact = (name: string) =>
    page.locator('dl > div').filter({ has: page.getByText(words.say(name), { exact: true }) })
  await expect(fact('From')).toContainText(words.say('Wallet'))
  await expect(fact('To')).toContainText(/…\d{4}/u)
  await expect(fact('Fee')).toContainText('0.00')
  await expect(fact('Wallet after this')).toContainText('880.00')
  const reference = (await fact('Reference').locator('dd > span').textContent()) ?? ''
  const receipt = await saved(page, () => app.button('Save or share a receipt').click())
  expect(receipt.name).toMatch(/^receipt-\d{4}-\d\d-\d\d-[\da-f]{8}\.png$/u)
  expect(receipt.bytes.subarray(1, 4).toString()).toBe('PNG')

  await app.button('Search').click()
  const search = page.getByLabel(words.say('Reference, amount or note'), { exact: true })
  await search.fill(reference.slice(9, 18).toUpperCase())
  await search.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(
    page.getByRole('status').filter({ hasText: reference.slice(9, 18).toUpperCase() }),
  ).toBeVisible()
  await page.reload()
  await expect(rows).toHaveCount(1)

  await app.button('Save or print').click()
  const file = await saved(page, () => app.button('Save as a CSV file').click())
  const lines = file.bytes.toString().trim().split('\r\n')
  expect(file.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(reference)
  expect(lines[1]).toContain('-120.00')
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.setAttribute('data-printed', '')
    }
  })
  await app.button('Print').click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body > article')).toContainText(reference)
  await expect(page.getByRole('main')).toBeHidden()
  await expect(page.locator('body > article table'), 'no totals of a search').toHaveCount(1)
  await page.emulateMedia({ media: 'screen' })

  await app.button('Clear the search').click()
  await expect(rows).toHaveCount(2)
  await page.evaluate(() => {
    dispatchEvent(new Event('afterprint'))
    document.documentElement.removeAttribute('data-printed')
  })
  await expect(page.locator('body > article')).toHaveCount(0)
  await app.button('Print').click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  const alignments = await page.locator('body > article table').evaluateAll((tables) =>
    tables.map((table) => {
      const of = (cells: string) =>
        [...table.querySelectorAll(cells)].map((cell) => getComputedStyle(cell).textAlign)
      return { heads: of('thead th'), cells: of('tbody tr:first-child > *') }
    }),
  )
  expect(alignments).toHaveLength(2)
  for (const { heads, cells } of alignments) expect(heads, 'each head over its own figures').toEqual(cells)
  await page.emulateMedia({ media: 'screen' })
  await app.button('By month').click()
  const month = page
    .getByRole('table', { name: words.say('Totals by month in baht') })
    .getByRole('row')
    .last()
  await expect(month.getByRole('cell').first()).toHaveText('1,000.00 ฿')
})
