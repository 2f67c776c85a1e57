import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

// Sheets come and leave with their motion, as on most phones.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('Tab never leaves an open sheet, in either direction', async ({ page, server, newMember }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const member = await newMember(300)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  await signInAs(page, member)
  for (const sheet of ['deposit', 'withdraw', 'transfer', 'menu', 'slip', 'refund', 'game&game=PG']) {
    await page.goto(`/user/home?open=${sheet}`)
    await expect(page.locator('[role=dialog]:focus-within')).toBeVisible()
    // Notes every place outside the sheet that the focus is at when a key is lifted.
    await page.evaluate(() => {
      const visited = { tabs: 0, outside: [] as string[] }
      Object.assign(globalThis, { visited })
      const note = ({ key }: KeyboardEvent) => {
        if (key !== 'Tab') return
        visited.tabs += 1
        const { activeElement: focused } = document
        // Base UI's guards stand around the sheet and move the focus back.
        const isGuard = focused?.hasAttribute('data-base-ui-focus-guard')
        if (!isGuard && !focused?.closest('[role=dialog]'))
          visited.outside.push(focused?.outerHTML ?? 'nothing')
      }
      addEventListener('keyup', note, { capture: true })
    })
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 30; press += 1) await page.keyboard.press(key)
    }
    const visited = await page.evaluate(() => (globalThis as unknown as { visited: object }).visited)
    expect(visited, sheet).toEqual({ tabs: 60, outside: [] })
  }
})
