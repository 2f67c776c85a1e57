import type { Page } from 'playwright/test'

/** The highest and lowest combinations of marks in Lao and Thai, which a name may have. */
const tall = 'ຊໍ້າກຸ້ມ ຜູ້ຫຼິ້ນ ปู่กู้ฎีฐุ๊'
/** What a field of digits takes: those of Thai and Lao too. */
const digits = '0,123,456,789.00 ๐๑๒๓๔๕๖๗๘๙ ໐໑໒໓໔໕໖໗໘໙'

/**
 * Marks above and below the letters that cannot be seen whole, because a box cuts them off or the line beside reaches into them.
 * They are drawn beyond what the browser counts as a text's box, so a box that fits the text may still cut them. Of a page that lies
 * under a sheet nothing is looked at: it is looked at by itself.
 */
export const cutMarks = (page: Page): Promise<string[]> =>
  page.evaluate(
    (samples) => {
      const canvas = document.createElement('canvas')
      // A canvas takes the language, by which a font is chosen, from where it stands.
      canvas.hidden = true
      document.body.append(canvas)
      const pen = canvas.getContext('2d')
      if (!pen) return ['no canvas']
      const inkOf = (text: string, { fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration) => {
        pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
        const ink = pen.measureText(text)
        return {
          /** Of the letters' box. */
          top: ink.fontBoundingBoxAscent,
          above: ink.actualBoundingBoxAscent,
          below: ink.actualBoundingBoxDescent,
        }
      }
      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, svg')
      const found = new Set<string>()
      const surface = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body
      const texts = document.createTreeWalker(surface, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const { parentElement: element } = node
        const text = node.textContent?.trim() ?? ''
        if (!element || !/[\u0e00-\u0eff]/u.test(text) || !isSeen(element)) continue
        const name = `"${text.slice(0, 30)}"`
        const ink = inkOf(text, getComputedStyle(element))
        const range = document.createRange()
        range.selectNodeContents(node)
        let lines = [...range.getClientRects()].map(({ top, bottom }) => ({
          middle: (top + bottom) / 2,
          top: top + ink.top - ink.above,
          bottom: top + ink.top + ink.below,
        }))
        for (const [index, line] of lines.entries()) {
          const next = lines[index + 1]
          if (next && next.middle > line.middle + 2 && next.top < line.bottom - 1)
            found.add(`lines touch: ${name}`)
        }
        for (let around: Element | null = element; around; around = around.parentElement) {
          const { overflowY, borderTopWidth, borderBottomWidth } = getComputedStyle(around)
          if (overflowY === 'visible') continue
          const box = around.getBoundingClientRect()
          // A line beyond the edge of a scroller is not cut: the member can scroll to it.
          if (/auto|scroll/.test(overflowY) && around.scrollHeight > around.clientHeight) {
            lines = lines.filter((line) => line.top >= box.top && line.bottom <= box.bottom)
            continue
          }
          const [top, bottom] = [
            box.top + Number.parseFloat(borderTopWidth),
            box.bottom - Number.parseFloat(borderBottomWidth),
          ]
          for (const line of lines) {
            // A line that is out of sight as a whole was put there.
            if (line.middle < top || line.middle > bottom) continue
            if (line.top < top - 1 || line.bottom > bottom + 1)
              found.add(`marks cut by .${around.getAttribute('class')}: ${name}`)
          }
        }
      }
      for (const field of surface.querySelectorAll<HTMLInputElement>('input, textarea')) {
        if (!/^(?:text|search|textarea)$/.test(field.type) || field.ariaHidden || !isSeen(field)) continue
        const sample = /decimal|numeric/.test(field.inputMode) ? samples.digits : samples.tall
        const { above, below } = inkOf(`${sample}${field.placeholder}`, getComputedStyle(field))
        if (above + below > field.clientHeight + 1) found.add(`a field lower than its marks: ${field.name}`)
      }
      canvas.remove()
      return [...found]
    },
    { tall, digits },
  )
