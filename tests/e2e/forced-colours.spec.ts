import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

// The system's own colours take the place of the app's. Every page and sheet is looked at so in every-screen.spec.ts.
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

test('under forced colours the plus button has an edge in the colour of a button’s text', async ({
  page,
  app,
  newMember,
}) => {
  await signInAs(page, await newMember(900))
  const plus = app.button('Deposit, withdraw and more')
  const [colour, edge, text] = await plus.evaluate((button) => {
    const { color, borderTopColor, borderTopWidth } = getComputedStyle(button)
    button.style.cssText = 'forced-color-adjust: none; color: ButtonText; transition: none'
    return [color, parseFloat(borderTopWidth) > 0 && borderTopColor, getComputedStyle(button).color]
  })
  expect(colour).toBe(text)
  expect(edge).toBe(text)
})

test('under forced colours in a wide window the row whose details are shown is chosen', async ({
  page,
  server,
  newMember,
}) => {
  const member = await newMember(900)
  await callApi(server.origin, 'POST', '/api/wallet/add', { amount: 1 }, member.token)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAs(page, member, '/user/statement')
  const rows = page.getByRole('main').getByRole('listitem').getByRole('button')
  const outlines = () =>
    rows.evaluateAll((all) =>
      all.map((row) => {
        const { outlineStyle, outlineColor } = getComputedStyle(row)
        row.style.accentColor = 'Highlight'
        return outlineStyle === 'solid' && outlineColor === getComputedStyle(row).accentColor
      }),
    )
  await expect.poll(outlines).toEqual([true, false])
  await rows.nth(1).click()
  await page.mouse.move(0, 0)
  await rows.nth(1).evaluate((row: HTMLElement) => row.blur())
  await expect.poll(outlines).toEqual([false, true])
})
