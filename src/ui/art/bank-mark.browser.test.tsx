import '#ui/base.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { bankColours } from '#lib/payments/bank-colours.ts'
import { BankMark } from './bank-mark.tsx'

const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

/** The relative luminance of a CSS colour, as WCAG defines it. */
function luminance(colour: string): number {
  if (!context) throw new Error('No canvas')
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = Array.from(context.getImageData(0, 0, 1, 1).data, (part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each(Object.keys(bankColours))(
  '%s: its initials stand out from its colour in both themes',
  async (code) => {
    for (const theme of ['day', 'night']) {
      document.documentElement.dataset['theme'] = theme
      const screen = await render(<BankMark code={code} />)
      const mark = screen.container.querySelector('span')
      if (!mark) throw new Error('No mark')
      const { color, backgroundColor } = getComputedStyle(mark)
      const [light = 0, dark = 0] = [luminance(color), luminance(backgroundColor)].sort(
        (one, two) => two - one,
      )
      expect((light + 0.05) / (dark + 0.05), `${color} on ${backgroundColor}`).toBeGreaterThanOrEqual(4.5)
      expect(mark.scrollWidth).toBeLessThanOrEqual(mark.clientWidth)
      await screen.unmount()
    }
  },
)

test('a bank that is not known has the plain mark', async () => {
  const screen = await render(<BankMark code="toString" />)
  expect(screen.container.querySelector('svg')).not.toBeNull()
})
