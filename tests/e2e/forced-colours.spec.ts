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

// The system's own colours take the place of the app's, as in Windows' contrast themes.
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })
test.beforeEach(({ context }) => withoutEvents(context))

interface Look {
  /** Fields and buttons without an edge that can be seen, by their names. */
  edgeless: string[]
  /** What is chosen but does not have the system's colours for it, and what has them but is not chosen. */
  wrong: string[]
  fields: number
  chosen: number
}

const lookOf = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    document.body.append(probe)
    const system = (name: string) => {
      probe.style.cssText = `forced-color-adjust: none; color: ${name}`
      return getComputedStyle(probe).color
    }
    const [highlight, onHighlight, canvas] = ['Highlight', 'HighlightText', 'Canvas'].map(system)
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent} .${element.className}`
    const hasEdge = (element: Element | null) => {
      if (!element) return false
      const { borderTopWidth, borderTopStyle, borderTopColor, borderBottomWidth } = getComputedStyle(element)
      const isDrawn =
        borderTopStyle === 'solid' && parseFloat(borderTopWidth) > 0 && parseFloat(borderBottomWidth) > 0
      return isDrawn && borderTopColor !== canvas
    }
    const seen = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest('.visually-hidden, [inert]'),
      )
    const edgeless: string[] = []
    const fields = seen('input:not([type=checkbox], [type=file], [aria-hidden]), textarea, [role=combobox]')
    for (const field of fields) {
      // The six boxes of a one-time code are beside their one input.
      const { parentElement: around } = field
      const box = [field, around, around?.parentElement ?? null, field.nextElementSibling]
      if (!box.some((one) => hasEdge(one))) edgeless.push(nameOf(field))
    }
    // Icons, tabs and rows of a list say by themselves what they are.
    for (const button of seen('main button, [role=dialog] button'))
      if (
        button.textContent?.trim() &&
        !button.closest('li, nav, [role=tablist], fieldset') &&
        ![button, button.firstElementChild].some((one) => hasEdge(one))
      )
        edgeless.push(nameOf(button))
    const wrong: string[] = []
    const isMarked = (element: Element, pseudo?: string) =>
      getComputedStyle(element, pseudo).backgroundColor === highlight
    const chosen = seen(
      '[aria-pressed=true], [aria-selected=true], nav > [aria-current], ol > [aria-current]',
    )
    for (const element of chosen) {
      const words = [element, ...element.querySelectorAll('span, b')]
      const isLegible = words.every((each) => getComputedStyle(each).color === onHighlight)
      if (!isMarked(element) || !isLegible) wrong.push(nameOf(element))
    }
    for (const element of seen('[aria-pressed=false], [aria-selected=false], nav > a:not([aria-current])'))
      if (isMarked(element)) wrong.push(nameOf(element))
    for (const element of seen('[role=switch]'))
      if (isMarked(element, '::before') !== (element.ariaChecked === 'true')) wrong.push(nameOf(element))
    for (const box of document.querySelectorAll('[type=checkbox]')) {
      const mark = box.nextElementSibling
      if (mark && isMarked(mark) !== (box as HTMLInputElement).checked) wrong.push(nameOf(box))
    }
    probe.remove()
    return { edgeless, wrong, fields: fields.length, chosen: chosen.length }
  })

async function expectSystemColours(page: Page, screen: string, least: Partial<Look> = {}): Promise<void> {
  const { fields = 0, chosen = 0 } = least
  // Parts of a screen may come after its heading.
  await expect
    .poll(async () => {
      const look = await lookOf(page)
      return look.fields >= fields && look.chosen >= chosen
    }, `fields and chosen things of ${screen}`)
    .toBe(true)
  expect.soft(await lookOf(page), screen).toMatchObject({ edgeless: [], wrong: [] })
}

/** The fields and chosen things that a screen has at least. A screen that is not named is looked at all the same. */
const least: Record<string, Partial<Look>> = {
  '/login': { fields: 2, chosen: 1 },
  '/register': { fields: 1, chosen: 2 },
  '/forgot-password': { fields: 1 },
  '/contact?open=chat': { fields: 1 },
  statement: { chosen: 2 },
  profile: { chosen: 3 },
  deposit: { fields: 1, chosen: 2 },
  withdraw: { fields: 1 },
  transfer: { fields: 3, chosen: 1 },
  password: { fields: 3 },
  chat: { fields: 1 },
}

test('under forced colours a visitor sees what is a field, what is a button and what is chosen, on every page', async ({
  page,
}) => {
  for (const address of [...visitorPages, '/contact?open=chat']) {
    await page.goto(address)
    await expect(page.getByRole('main')).toHaveText(/\S/u)
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
    if (address.includes('open=')) await expect(page.getByRole('dialog').getByRole('textbox')).toBeEnabled()
    await expectSystemColours(page, address, least[address])
  }
})

test('under forced colours a member sees what is a field, what is a button and what is chosen, on every page and sheet', async ({
  page,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(900)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  await signInAs(page, member)
  const plus = app.button('Deposit, withdraw and more')
  const [colour, edge, text] = await plus.evaluate((button) => {
    const { color, borderTopColor, borderTopWidth } = getComputedStyle(button)
    button.style.cssText = 'forced-color-adjust: none; color: ButtonText; transition: none'
    return [color, parseFloat(borderTopWidth) > 0 && borderTopColor, getComputedStyle(button).color]
  })
  expect(colour).toBe(text)
  expect(edge).toBe(text)

  for (const path of memberPages) {
    await openMemberPage(page, words, path)
    await expectSystemColours(page, path, least[path.replace('/user/', '')])
  }
  for (const address of modalAddresses) {
    const { searchParams } = new URL(address, server.origin)
    const name = searchParams.get('open') ?? ''
    await openMemberSheet(page, words, address)
    // What can be collected from the games has neither: nothing is in them.
    await expectSystemColours(page, address, searchParams.has('source') ? {} : least[name])
    if (await leaveBanners(page, words, address)) await expectSystemColours(page, behind(address))
  }
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
