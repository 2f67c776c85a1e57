import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Asked,
  currentAmounts,
  lost,
  refusal,
  renderScreen,
  sayMoneyChanged,
  stubBackend,
} from '#components/test-screen.tsx'
import { announcedSoFar, noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { TransferSheet } from '../transfer-sheet.tsx'

const game = { category: 'slot', isActive: true }
const before = announcedSoFar()
let asked: Asked[]
let amounts: { PG: number; IMI: number } | undefined
let answer: () => unknown
let outcome: object
/** What the last collection is, and the one with the id `c1`. */
let collection: () => unknown
let begun: (() => unknown) | undefined

const moves = (pg: string, imi: string) => ({
  id: 'c1',
  createdAt: '2026-01-01T00:00:00Z',
  moves: [
    { code: 'PG', amount: 120, status: pg },
    { code: 'IMI', amount: 0.5, status: imi },
  ],
})

beforeEach(() => {
  noteExtensions(`${before}, collect`)
  amounts = { PG: 120, IMI: 0.5 }
  collection = () => null
  begun = undefined
  outcome = { status: 'unknown' }
  answer = () => ({ message: 'SUCCESS', amount: 120.5, id: 'c1' })
  asked = stubBackend({
    '/api/wallet': () =>
      amounts
        ? {
            profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
            wallet: { amount: 500 },
            slots: [
              { ...game, code: 'PG', name: 'Naga', amount: amounts.PG },
              { ...game, code: 'IMI', name: 'Lotus', amount: amounts.IMI },
              { ...game, code: 'JOKER', name: 'Moon', amount: 0 },
            ],
          }
        : refusal('INTERNAL_SERVER_ERROR', 500),
    '/api/wallet/collect': ({ key }) => (key ? answer() : collection()),
    '/api/wallet/collect/c1': () => (begun ?? collection)(),
    '/api/wallet/transferAll': () => ({ message: 'SUCCESS', amount: 120.5 }),
    '/api/acts': () => outcome,
  })
})
afterEach(() => {
  store.set(connectionAtom, 'online')
  noteExtensions(before)
  vi.unstubAllGlobals()
})

const sent = () => asked.filter(({ path, key }) => path === '/api/wallet/collect' && key !== null)

async function show() {
  const onClose = vi.fn<() => void>()
  const screen = await renderScreen(<TransferSheet from="GAMES" onClose={onClose} />)
  const sheet = screen.getByRole('dialog', { name: 'Move all to wallet' })
  const go = screen.getByRole('button', { name: 'Transfer all' })
  return { screen, sheet, go, onClose }
}

test('names both sides, what they hold afterwards and each game; one tap moves all, and each row says so', async () => {
  const { screen, sheet, go, onClose } = await show()
  await expect.element(sheet).toHaveTextContent(/120\.50 ฿All games → Wallet/u)
  await expect.element(sheet).toHaveTextContent(/Afterwards\s*All games0\.00 ฿Wallet620\.50 ฿/u)
  const games = screen.getByRole('list', { name: 'What is in games' })
  await expect.element(games).toHaveTextContent('Naga120.00 ฿Lotus0.50 ฿')
  collection = () => moves('moving', 'moved')
  await go.click()
  const rows = screen.getByRole('list', { name: 'All games' })
  await expect.element(rows).toHaveTextContent('NagaOn its way120.00 ฿LotusIn the wallet0.50 ฿')
  await expect.element(screen.getByText('Still on its way to the wallet')).toBeVisible()
  // It followed the member's own tap; what comes later is announced, and leaves the focus alone.
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Still on its way/u)
  const region = document.activeElement?.closest('[aria-live=polite]')
  const done = screen.getByRole('button', { name: 'Done' }).element() as HTMLElement
  done.focus()
  collection = () => moves('moved', 'moved')
  sayMoneyChanged()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
  expect(region).toHaveTextContent(/^Transferred/u)
  expect(document.activeElement).toBe(done)
  await expect.element(rows).toHaveTextContent('NagaIn the wallet120.00 ฿')
  expect(sent()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Done' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

test('nothing to tap is shown until what stands beside it has come', async () => {
  let answerNow: (value: unknown) => void = () => undefined
  collection = () => new Promise((resolve) => (answerNow = resolve))
  const { screen, go } = await show()
  await expect.poll(() => asked.some(({ path }) => path === '/api/wallet/collect')).toBe(true)
  await expect.element(screen.getByRole('dialog').getByRole('status')).toBeVisible()
  expect(go.query()).toBeNull()
  answerNow(moves('moving', 'moved'))
  await expect.element(go).toBeVisible()
  const list = screen.getByRole('list', { name: 'Still on its way to the wallet' })
  expect(list.query()).not.toBeNull()
  expect(asked.filter(({ path }) => path === '/api/wallet/collect')).toHaveLength(1)
})

test('amounts of a wallet that cannot be fetched again look out of date', async () => {
  const { screen } = await show()
  await expect.element(screen.getByRole('list', { name: 'What is in games' })).toBeVisible()
  await expect.poll(currentAmounts).toHaveLength(5)
  amounts = undefined
  sayMoneyChanged()
  await expect.poll(currentAmounts).toEqual([])
  await screen.unmount()
  amounts = { PG: 120, IMI: 0.5 }
  const one = await renderScreen(<TransferSheet from="PG" onClose={vi.fn<() => void>()} />)
  await one.getByRole('textbox', { name: 'Amount to transfer' }).fill('20')
  await expect.poll(currentAmounts).toHaveLength(4)
  amounts = undefined
  sayMoneyChanged()
  await expect.poll(currentAmounts).toEqual([])
})

test('a game that paid nothing is named; only another tap, with what is there by then, tries again', async () => {
  const { screen, go } = await show()
  collection = () => moves('returned', 'moved')
  await go.click()
  await expect.element(screen.getByText('Not every game paid out')).toBeVisible()
  await expect
    .element(screen.getByRole('list', { name: 'All games' }))
    .toHaveTextContent('NagaStill in the game120.00 ฿LotusIn the wallet0.50 ฿')
  amounts = { PG: 120, IMI: 0 }
  sayMoneyChanged()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect
    .element(screen.getByRole('list', { name: 'What is in games' }))
    .toHaveTextContent(/^Naga120\.00 ฿$/u)
  expect(sent()).toHaveLength(1)
  await go.click()
  await expect.poll(sent).toHaveLength(2)
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2)
})

test('what was collected before is not shown as what this tap did, where its result could not be loaded', async () => {
  collection = () => ({ ...moves('moved', 'moved'), id: 'before' })
  const { screen, go } = await show()
  await expect.element(go).toBeEnabled()
  collection = () => refusal('INTERNAL_SERVER_ERROR', 500)
  await go.click()
  await expect.element(screen.getByText('The result could not be loaded')).toBeVisible()
  collection = () => moves('moved', 'moved')
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
})

test('after a lost answer the server is asked, and nothing is sent again', async () => {
  const { screen, go } = await show()
  answer = lost
  outcome = { status: 'done', reply: { message: 'SUCCESS', amount: 120.5, id: 'c1' } }
  collection = () => moves('moved', 'moved')
  await go.click()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
  expect(sent()).toHaveLength(1)
})

test('the last collection does not stand for one whose reply the server does not know; asked again by its key, it is shown', async () => {
  const { screen, go } = await show()
  await expect.element(go).toBeEnabled()
  answer = lost
  outcome = { status: 'done' }
  collection = () => ({ ...moves('moved', 'moved'), id: 'of another phone' })
  begun = () => moves('returned', 'moved')
  await go.click()
  await expect.element(screen.getByText('The result could not be loaded')).toBeVisible()
  expect(screen.getByText('Transferred').query()).toBeNull()
  outcome = { status: 'done', reply: { message: 'SUCCESS', amount: 120.5, id: 'c1' } }
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Not every game paid out')).toBeVisible()
  expect(sent()).toHaveLength(1)
})

test('one that begins on another phone does not stand for this one', async () => {
  const { screen, go } = await show()
  begun = () => moves('moving', 'moved')
  await go.click()
  const rows = screen.getByRole('list', { name: 'All games' })
  await expect.element(rows).toHaveTextContent('NagaOn its way120.00 ฿LotusIn the wallet0.50 ฿')
  collection = () => ({
    ...moves('moving', 'moved'),
    id: 'c2',
    moves: [{ code: 'JOKER', amount: 50, status: 'moved' }],
  })
  sayMoneyChanged()
  await expect.poll(() => asked.filter(({ path }) => path.endsWith('/c1')).length).toBeGreaterThan(1)
  await expect.element(screen.getByText('Still on its way to the wallet')).toBeVisible()
  begun = () => moves('returned', 'moved')
  sayMoneyChanged()
  await expect.element(screen.getByText('Not every game paid out')).toBeVisible()
  await expect.element(rows).toHaveTextContent('NagaStill in the game120.00 ฿LotusIn the wallet0.50 ฿')
})

test('what it takes over from the one before is told beside it, in the same game too', async () => {
  const before = { code: 'PG', amount: 300, status: 'moving' }
  collection = () => ({ ...moves('moving', 'moved'), id: 'c0', moves: [before] })
  const { screen, go } = await show()
  begun = () => ({ ...moves('', ''), moves: [before, ...moves('moved', 'moved').moves] })
  await go.click()
  await expect.element(screen.getByText('Still on its way to the wallet')).toBeVisible()
  await expect
    .element(screen.getByRole('list', { name: 'All games' }))
    .toHaveTextContent(/^NagaOn its way300\.00 ฿NagaIn the wallet120\.00 ฿LotusIn the wallet0\.50 ฿$/u)
})

test('what is under way since the last time is shown before anything is sent', async () => {
  collection = () => moves('moving', 'moved')
  const { screen } = await show()
  await expect
    .element(screen.getByRole('list', { name: 'Still on its way to the wallet' }))
    .toHaveTextContent('NagaOn its way120.00 ฿')
})

test('where no game holds money the button says why; offline too, and a refusal is told', async () => {
  amounts = { PG: 0, IMI: 0 }
  const { screen, go } = await show()
  await expect.element(go).toBeDisabled()
  await expect.element(screen.getByText('No game holds money.')).toBeVisible()
  amounts = { PG: 120, IMI: 0.5 }
  sayMoneyChanged()
  await expect.element(go).toBeEnabled()
  store.set(connectionAtom, 'offline')
  await expect.element(go).toBeDisabled()
  await expect
    .element(screen.getByText('You are offline. You can transfer when you are connected again.'))
    .toBeVisible()
  store.set(connectionAtom, 'online')
  answer = () => refusal('TRANSFER_FAIL')
  await go.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(go).toBeEnabled()
})

test('a backend without the extension moves everything by its own call', async () => {
  noteExtensions(before)
  const { screen, go } = await show()
  await go.click()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
  expect(sent()).toHaveLength(0)
  expect(asked.find(({ path }) => path === '/api/wallet/transferAll')?.body).toEqual({ to: 'WALLET' })
  expect(asked.some(({ path }) => path === '/api/wallet/collect')).toBe(false)
})
