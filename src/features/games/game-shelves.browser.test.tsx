import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { GameSlot } from '#api/contract/wallet.ts'
import { GameShelves } from './game-shelves.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const slot = (code: string, category: GameSlot['category'], amount = 0, isActive = true): GameSlot => ({
  code,
  category,
  amount,
  isActive,
  name: `Game ${code}`,
  logo: '',
  background: '',
  web: '',
  android: '',
  ios: '',
})
const slots = [
  slot('A', 'slot', 1250),
  slot('B', 'slot', 0, false),
  slot('C', 'slot'),
  slot('D', 'slot'),
  slot('E', 'lotto'),
]

async function show() {
  const onOpen = vi.fn<(code: string) => void>()
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <main style={{ padding: '0 1rem' }}>
        <GameShelves slots={slots} stale={false} onOpen={onOpen} />
      </main>
    </I18nProvider>,
  )
  return { screen, onOpen, cards: () => [...screen.container.querySelectorAll('li')] }
}
const edges = (cards: Element[]) =>
  cards.map((card) => {
    const { left, right } = card.firstElementChild!.getBoundingClientRect()
    return [Math.round(left), Math.round(right)]
  })

test('shelves stand only where there are accounts; a card opens its account', async () => {
  const { screen, onOpen } = await show()
  const titles = screen
    .getByRole('heading')
    .elements()
    .map((title) => title.textContent)
  expect(titles).toEqual(['Slot', 'Lotto'])
  await expect.element(screen.getByRole('button', { name: 'Game A 1,250.00 ฿' })).toBeVisible()
  await screen.getByRole('button', { name: 'Game B Activate' }).click()
  expect(onOpen).toHaveBeenCalledWith('B')
})

test('nothing moves when the slider takes over, and the keyboard reaches the last card', async () => {
  const { screen, cards } = await show()
  const before = edges(cards())
  const frame = screen.container.querySelector('ul')!.parentElement!
  await vi.waitFor(() => expect(frame.dataset['sliding']).toBe('true'))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(edges(cards())).toEqual(before)

  for (let tabs = 0; tabs < 4; tabs += 1) await userEvent.tab()
  await vi.waitFor(() => {
    const [left = 0, right = 0] = edges(cards())[3]!
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(innerWidth)
  })
  expect(document.documentElement.scrollWidth).toBe(innerWidth)
})

test('a single account fills its shelf', async () => {
  const { cards } = await show()
  const [left, right] = edges(cards())[4]!
  expect([left, right]).toEqual([16, innerWidth - 16])
})

test('a wide page shows columns instead', async () => {
  await page.viewport(1080, 800)
  const { screen, cards } = await show()
  const tops = new Set(
    cards()
      .slice(0, 4)
      .map((card) => card.getBoundingClientRect().top),
  )
  expect(tops.size).toBe(1)
  expect(edges(cards())[3]![1]).toBeLessThanOrEqual(innerWidth)
  expect(screen.container.querySelector('[data-sliding]')).toBeNull()
  await page.viewport(360, 780)
})
