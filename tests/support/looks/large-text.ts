import type { Page } from 'playwright/test'
import { expect } from '../expect.ts'
import { cutMarks } from '../text-marks.ts'

/** Widths of small phones in px, and the sizes of text that Android offers, in per cent. */
const widths = [320, 360]
const sizes = [100, 130, 150, 200]

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

/** On small phones, in every size of text, nothing is cut; and one button at most is golden. */
export async function lookAtLargeText(page: Page, screen: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 780 })
    for (const size of sizes) {
      // The wheel follows the window after half a second.
      await expect.soft
        .poll(async () => [...(await cutTexts(page, size)), ...(await cutMarks(page))], {
          message: `${screen} at ${width} px, ${size} %`,
        })
        .toEqual([])
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  const golden = await goldenOnes(page)
  expect.soft(golden.slice(1), `besides "${golden[0]}" of ${screen}`).toEqual([])
}
