import type { Page } from 'playwright/test'
import { expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

// New rows reach the screen only when it asks.
test.beforeEach(({ context }) => withoutEvents(context))

const downFrom = (first: number, length = 10) => Array.from({ length }, (_, index) => first - index)

test('turning the pages of the statement while money arrives shows every row once; Back and a reload show the same page', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const member = await newMember()
  let deposits = 0
  const deposit = async (times: number) => {
    for (let done = 0; done < times; done += 1) {
      deposits += 1
      await callApi(server.origin, 'POST', '/api/wallet/add', { amount: deposits }, member.token)
    }
  }
  await deposit(25)
  const expectRows = (amounts: number[]) => expect.poll(() => shown(page)).toEqual(amounts)
  await signInAs(page, member)

  await page.goto('/user/statement')
  await expectRows(downFrom(25))
  await deposit(1)
  await app.button('Next page').click()
  await expectRows(downFrom(15))
  await expect(app.surface.getByText('2 / 3', { exact: true })).toBeVisible()
  await deposit(1)
  await app.button('Next page').click()
  await expectRows(downFrom(5, 5))
  await expect(app.button('Next page')).toBeDisabled()

  await test.step('a reload and Back show the same rows', async () => {
    await page.reload()
    await expectRows(downFrom(5, 5))
    await page.goBack()
    await expectRows(downFrom(15))
  })

  await test.step('a modal over the page changes nothing', async () => {
    await app.button('Slip status').click()
    await app.sheet('Uploaded slips').button('Close').click()
    await expectRows(downFrom(15))
  })

  await test.step('the newest rows are on the first page', async () => {
    await app.button('Previous page').click()
    await app.button('Refresh').click()
    await expectRows(downFrom(27))
    await app.button('Next page').click()
    await expectRows(downFrom(17))
  })

  await test.step('another kind begins at its own first page', async () => {
    await app.button('Deposits').click()
    await expectRows(downFrom(27))
    await expect(page).toHaveURL(/\/user\/statement\?kind=deposit$/u)
  })
})

/** The amounts shown, in baht. */
async function shown(page: Page): Promise<number[]> {
  const rows = await page.getByRole('main').getByRole('listitem').allTextContents()
  return rows.map((row) => Number(/\+(\d+)\.00/u.exec(row)?.[1]))
}
