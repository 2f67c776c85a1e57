import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type HostileMarkup, hostileMarkup, surround } from '#ui/test-hostile-markup.ts'
import { BonusSheet } from './bonus-sheet.tsx'
import { PromotionScreen } from './promotion-screen.tsx'
import { openRewards, show } from './test-rewards.tsx'

declare global {
  var wasRun: ReturnType<typeof vi.fn>
}

let backend: ReturnType<typeof openRewards>
beforeEach(() => {
  backend = openRewards()
  globalThis.wasRun = vi.fn<() => void>()
})
afterEach(() => vi.unstubAllGlobals())

/** A sample: the sanitiser's own tests cover all of them. */
const cases = hostileMarkup.filter((_, place) => place % 12 === 0)

const foreign = 'script,iframe,object,embed,form,input,style,link,meta,base,video,math,svg,[id],[name]'

/** Checks that the text around it is there, that nothing ran, and that nothing was inserted that could. */
async function expectHarmless(shown: Element, { swallows }: HostileMarkup): Promise<void> {
  // A picture's error event comes later than a script would run, so anything hostile had its chance by then.
  await new Promise((resolve) => {
    const broken = new Image()
    broken.addEventListener('error', resolve)
    broken.src = 'x:x'
  })
  expect(globalThis.wasRun).not.toHaveBeenCalled()
  const boxes = [...shown.querySelectorAll('p')].filter(({ textContent }) => textContent === 'Before')
  expect(boxes).not.toEqual([])
  for (const { parentElement: box } of boxes) {
    expect(box).toHaveTextContent(swallows ? /^Before/u : /Before.*after/su)
    expect(box?.querySelectorAll(foreign)).toHaveLength(0)
    expect(box?.innerHTML).not.toMatch(/script:|data:text|evil\.example|="wasRun/u)
    // The link's address is checked above; following it would open a window that runs this test again.
    box?.addEventListener('click', (event) => event.preventDefault())
    for (const link of box?.querySelectorAll('a') ?? []) link.click()
  }
  expect(globalThis.wasRun).not.toHaveBeenCalled()
  expect(getComputedStyle(document.body).display).not.toBe('none')
}

test.each(cases)('$what in the notice and the banner does nothing', async (hostile) => {
  backend.notice = surround(hostile).replace('after', 'after %percentFail%')
  backend.bonuses[0]!.banners = [{ image: '', html: surround(hostile) }]
  const screen = await show(<BonusSheet code="WELCOME" onClose={() => undefined} />)
  const sheet = screen.getByRole('dialog')
  const terms = screen.getByRole('region', { name: 'Terms of this bonus' })
  await expect.element(terms).toHaveTextContent('Before')
  await expectHarmless(terms.element(), hostile)
  await expectHarmless(sheet.element(), hostile)
})

test.each(cases)('$what in a promotion does nothing', async (hostile) => {
  backend.promotions['BAIT'] = { code: 'BAIT', percentFail: 5, description: surround(hostile) }
  const screen = await show(<PromotionScreen onOpen={() => undefined} />)
  await screen.getByRole('textbox').fill('bait')
  await screen.getByRole('button', { name: 'Search' }).click()
  const found = screen.getByRole('region', { name: 'Promotion BAIT' })
  await expect.element(found).toHaveTextContent('Before')
  await expectHarmless(found.element(), hostile)
})
