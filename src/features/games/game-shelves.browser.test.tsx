import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { GameSlot } from '#api/contract/wallet.ts'
import { keepToken } from '#api/token.ts'
import { endSession } from '#data/session/session.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { GameShelves } from './game-shelves.tsx'
import { noteUsed } from '#data/last-used.ts'
import { withMotion } from '#ui/test-motion.ts'

// The slider is for those who want motion.
withMotion()

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
  slot('A', 'slot', 1250_00),
  slot('B', 'slot', 0, false),
  slot('C', 'slot'),
  slot('D', 'slot'),
  slot('E', 'lotto'),
]

async function show(shown = slots) {
  const onOpen = vi.fn<(code: string) => void>()
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <main style={{ padding: '0 1rem' }}>
          <GameShelves slots={shown} stale={false} onOpen={onOpen} />
        </main>
      </QueryClientProvider>
    </I18nProvider>,
  )
  return { screen, onOpen, cards: () => [...screen.container.querySelectorAll('li')] }
}
const edges = (cards: Element[]) =>
  cards.map((card) => {
    const { left, right } = card.firstElementChild!.getBoundingClientRect()
    return [Math.round(left), Math.round(right)]
  })

test('there are shelves only for games with accounts; a card opens its account', async () => {
  const { screen, onOpen } = await show()
  const titles = screen
    .getByRole('heading')
    .elements()
    .map((title) => title.textContent)
  expect(titles).toEqual(['Slot', 'Lotto'])
  await expect.element(screen.getByRole('button', { name: 'Game A 1,250.00 ฿' })).toBeVisible()
  await screen.getByRole('button', { name: 'Game B Activate' }).click()
  await expect.poll(() => onOpen).toHaveBeenCalledWith('B')
})

test('nothing moves when the slider takes over, and the keyboard reaches the last card', async () => {
  const { screen, cards } = await show()
  const before = edges(cards())
  const frame = screen.container.querySelector('ul')!.parentElement!
  await expect.poll(() => frame.dataset['sliding']).toBe('true')
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(edges(cards())).toEqual(before)

  for (let tabs = 0; tabs < 4; tabs += 1) await userEvent.tab()
  const isInView = () => {
    const [left = 0, right = 0] = edges(cards())[3]!
    return left >= 0 && right <= innerWidth
  }
  await expect.poll(isInView).toBe(true)
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
})

const names = (screen: { container: Element }) =>
  [...screen.container.querySelectorAll('li')].map((card) => card.textContent?.slice(5, 6))

test('the last played game comes first, and its card keeps the focus', async () => {
  keepToken('token', 'session')
  const { screen } = await show()
  expect(names(screen)).toEqual(['A', 'B', 'C', 'D', 'E'])
  const card = screen.getByRole('button', { name: 'Game C' }).element() as HTMLElement
  card.focus()
  noteUsed('E')
  noteUsed('B')
  noteUsed('C')
  await expect.poll(() => names(screen)).toEqual(['C', 'B', 'A', 'D', 'E'])
  expect(card.isConnected).toBe(true)
  endSession()
  expect({ ...sessionStorage }).toEqual({})
  await screen.unmount()
  expect(names((await show()).screen)).toEqual(['A', 'B', 'C', 'D', 'E'])
})

test.each(['{', '7', '["C"]', '" "', '"C  B"'])('what is no list of games is dropped: %s', async (text) => {
  keepToken('token', 'session')
  noteUsed('E')
  sessionStorage.setItem(storageKeys.lastPlayed, text)
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.lastPlayed }))
  expect(names((await show()).screen)).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(sessionStorage.getItem(storageKeys.lastPlayed)).toBeNull()
  noteUsed('C')
  expect(sessionStorage.getItem(storageKeys.lastPlayed)).toBe('"C"')
  endSession()
})

test('many games can be searched by name', async () => {
  const many = [...slots, ...['F', 'G', 'H', 'J', 'K', 'L', 'M'].map((code) => slot(code, 'sport'))]
  const { screen } = await show(many)
  await screen.getByRole('button', { name: 'Search games' }).click()
  const field = screen.getByRole('searchbox', { name: 'Search games' })
  await expect.element(field).toHaveFocus()
  await field.fill('GAME e')
  await expect.poll(() => names(screen)).toEqual(['E'])
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 game found')
  await field.fill('zz')
  await expect.element(screen.getByText('No game has such a name')).toBeVisible()
  await screen.getByRole('button', { name: 'Close the search' }).click()
  await expect.element(screen.getByRole('button', { name: 'Search games' })).toHaveFocus()
  expect(names(screen)).toHaveLength(12)
})

test('the last played game with money in it plays at one tap; an empty one opens its sheet', async () => {
  keepToken('token', 'session')
  noteUsed('C')
  const opened = vi.spyOn(globalThis, 'open').mockReturnValue(null)
  const games = [{ ...slot('A', 'slot', 1250_00), web: 'https://play.example/a' }, ...slots.slice(1)]
  const { screen, onOpen } = await show(games)
  await screen.getByRole('button', { name: 'Go on playing Game C' }).click()
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('C')
  expect(opened).not.toHaveBeenCalled()
  noteUsed('A')
  await screen.getByRole('button', { name: 'Go on playing Game A' }).click()
  expect(opened).toHaveBeenCalledOnce()
  await expect.element(screen.getByRole('link', { name: 'Open the game' })).toBeVisible()
  expect(onOpen).toHaveBeenCalledOnce()
  opened.mockRestore()
  endSession()
})

test('a few games need no search', async () => {
  const { screen } = await show()
  expect(screen.getByRole('button', { name: 'Search games' }).query()).toBeNull()
})

test('a game without a picture, or with a broken one, shows a generated one', async () => {
  const broken = { ...slot('A', 'slot'), background: '/nowhere.svg' }
  const { screen } = await show([broken, slot('B', 'slot')])
  await expect.poll(() => screen.container.querySelectorAll('li svg')).toHaveLength(2)
  expect(screen.container.querySelector('img')).toBeNull()
})
