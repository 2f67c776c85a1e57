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
import { cutMarks } from '../support/text-marks.ts'

/** Widths of small phones in px, and the sizes of text that Android offers, in per cent. */
const widths = [320, 360]
const sizes = [100, 130, 150, 200]

/** The longest name that a bank takes, and the largest balance of the board. */
const longName = 'พรพิพัฒน์ชัยวรรณ ณ อยุธยาสุวรรณภูมิพัฒน'
const baht = 99_999_999.99

/**
 * Sets the size of text in per cent, as Android's setting does for every length in rem, and returns what scrolls sideways though it
 * should not, and the texts that are cut at an edge.
 */
const cutTexts = (page: Page, size: number) =>
  page.evaluate((percent) => {
    document.documentElement.style.fontSize = `${percent}%`
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page scrolls sideways: ${scrollWidth} of ${clientWidth}`)
    /** Cards and choices that are meant to be moved sideways hide their scrollbar. */
    const isRail = (element: Element) => {
      const { overflowX, scrollbarWidth } = getComputedStyle(element)
      return overflowX === 'auto' && scrollbarWidth === 'none'
    }
    for (const element of document.querySelectorAll('#app *, [role=dialog] *')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden'))
        continue
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
      const { overflowX } = getComputedStyle(element)
      if (overflowX === 'auto' && !isRail(element) && element.scrollWidth > element.clientWidth + 1)
        found.push(`scrolls sideways: ${element.className}`)
      if (!hasText) continue
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right, width } = range.getBoundingClientRect()
      const button = element.closest('a, button')?.getBoundingClientRect()
      const mayGive = getComputedStyle(element).textOverflow === 'ellipsis'
      // Of its own words alone: what only a screen reader reads may lie anywhere.
      const isOutside = [...element.childNodes].some((node) => {
        if (!(node instanceof Text) || !button || mayGive) return false
        range.selectNode(node)
        const { top, bottom, height } = range.getBoundingClientRect()
        return height > 0 && (top < button.top - 2 || bottom > button.bottom + 2)
      })
      if (isOutside) found.push(`stands out of its button: "${element.textContent?.trim().slice(0, 30)}"`)
      let edges = { left: 0, right: clientWidth }
      for (let around: Element | null = element; around; around = around.parentElement) {
        const style = getComputedStyle(around)
        if (isRail(around) || style.textOverflow === 'ellipsis' || style.clipPath !== 'none') {
          edges = { left: -Infinity, right: Infinity }
          break
        }
        if (!/hidden|clip/.test(style.overflowX)) continue
        const box = around.getBoundingClientRect()
        edges = { left: Math.max(edges.left, box.left), right: Math.min(edges.right, box.right) }
      }
      if (width > 0 && (left < edges.left - 1 || right > edges.right + 1))
        found.push(`cut: "${element.textContent?.trim().slice(0, 30)}"`)
    }
    return [...new Set(found)]
  }, size)

/** The golden buttons and links of the page, or of the sheet over it: what a member is led to. */
const goldenOnes = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    document.body.append(probe)
    probe.style.cssText = 'color: var(--on-gold)'
    const onGold = getComputedStyle(probe).color
    probe.remove()
    const surface = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
    return [...surface.querySelectorAll<HTMLElement>('a, button')].flatMap((control) => {
      const isGolden = getComputedStyle(control).color === onGold
      return isGolden && control.checkVisibility({ visibilityProperty: true })
        ? (control.ariaLabel ?? control.innerText)
        : []
    })
  })

for (const language of ['th', 'la'] as const) {
  test.describe(`large text in ${language}`, () => {
    // Rows of cards scroll by themselves then, and can be told apart from what is cut.
    test.use({ language, contextOptions: { reducedMotion: 'reduce' } })
    test.beforeEach(({ context }) => withoutEvents(context))

    async function expectGoodLook(page: Page, address: string, open?: () => Promise<unknown>) {
      await test.step(address, async () => {
        await open?.()
        await expect(page.locator('main')).toHaveText(/\S/u)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 780 })
          for (const size of sizes) {
            // The wheel follows the window after half a second.
            await expect.soft
              .poll(async () => [...(await cutTexts(page, size)), ...(await cutMarks(page))], {
                message: `${address} at ${width} px, ${size} %`,
              })
              .toEqual([])
          }
        }
        const golden = await goldenOnes(page)
        expect.soft(golden.slice(1), `besides "${golden[0]}" of ${address}`).toEqual([])
      })
    }

    test('marks that are cut, and lines that reach into each other, would be found', async ({
      page,
      app,
    }) => {
      await page.goto('/login')
      await expect(app.heading('Log in')).toBeVisible()
      expect(await cutMarks(page)).toEqual([])
      const name = language === 'th' ? 'ปู่กู้ฎีฐุ๊' : 'ຜູ້ຫຼິ້ນ ຊໍ້າກຸ້ມ'
      await page.evaluate((text) => {
        const styles = ['line-height: 0.8; overflow: clip', 'line-height: 0.6; inline-size: 0']
        for (const style of styles) {
          const part = Object.assign(document.createElement('p'), { textContent: `${text} ${text}` })
          part.style.cssText = style
          document.querySelector('main')?.append(part)
        }
        const field = Object.assign(document.createElement('input'), { type: 'text', name: 'low' })
        field.style.cssText = 'block-size: 1em; padding: 0'
        document.querySelector('main')?.append(field)
        // A line at the edge of what scrolls, as in a sheet, can be brought into sight.
        const sheet = document.createElement('div')
        sheet.style.cssText = 'overflow: clip; block-size: 40px'
        const list = document.createElement('div')
        list.style.cssText = 'overflow: auto; block-size: 40px; line-height: 24px'
        for (let line = 0; line < 4; line += 1) {
          const part = Object.assign(document.createElement('p'), { textContent: `${text} scrolls` })
          list.append(part)
        }
        sheet.append(list)
        document.querySelector('main')?.append(sheet)
      }, name)
      expect(await cutMarks(page)).toEqual([
        expect.stringMatching(/^marks cut/u),
        expect.stringMatching(/^lines touch/u),
        'a field lower than its marks: low',
      ])

      await page.goto('/contact?open=chat')
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('textbox')).toBeEnabled()
      expect(await cutMarks(page)).toEqual([])
      await sheet.evaluate((surface, text) => {
        const part = Object.assign(document.createElement('p'), { textContent: text })
        part.style.cssText = 'line-height: 0.8; overflow: clip'
        surface.append(part)
      }, name)
      expect(await cutMarks(page)).toContainEqual(expect.stringMatching(/^marks cut/u))
    })

    test('a visitor’s pages cut nothing, and one button at most is golden', async ({ page }) => {
      for (const address of visitorPages) await expectGoodLook(page, address, () => page.goto(address))
    })

    test('a member’s pages and sheets cut nothing, and one button at most is golden', async ({
      page,
      words,
      server,
      newMember,
    }) => {
      const member = await newMember(baht, { name: longName })
      await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
      await signInAs(page, member)
      for (const address of memberPages)
        await expectGoodLook(page, address, () => openMemberPage(page, words, address))
      for (const address of modalAddresses) {
        await expectGoodLook(page, address, () => openMemberSheet(page, words, address))
        if (await leaveBanners(page, words, address)) await expectGoodLook(page, behind(address))
      }
    })
  })
}
