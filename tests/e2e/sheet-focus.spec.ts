import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

test('Tab never leaves an open sheet, in either direction', async ({ page, server, newMember }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const member = await newMember(300)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  await signInAs(page, member)
  for (const sheet of ['deposit', 'withdraw', 'transfer', 'menu', 'slip', 'refund', 'game&game=PG']) {
    await page.goto(`/user/home?open=${sheet}`)
    await expect(page.locator('[role=dialog]:focus-within')).toBeVisible()
    for (const key of ['Tab', 'Shift+Tab']) {
      const left: string[] = []
      for (let press = 0; press < 30; press += 1) {
        await page.keyboard.press(key)
        const at = await page.evaluate(() => {
          const { activeElement: focused } = document
          // Base UI's guards stand around the sheet and move the focus back.
          const isGuard = focused?.hasAttribute('data-base-ui-focus-guard')
          return isGuard || focused?.closest('[role=dialog]') ? '' : (focused?.outerHTML ?? 'nothing')
        })
        if (at) left.push(at)
      }
      expect(left, `${key} in ${sheet}`).toEqual([])
    }
  }
})
