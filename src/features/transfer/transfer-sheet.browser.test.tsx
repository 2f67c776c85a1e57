import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Asked,
  lost,
  refusal,
  passTime,
  stillUntil,
  renderScreen,
  sayMoneyChanged,
  stubBackend,
} from '#components/test-screen.tsx'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { TransferSheet } from './transfer-sheet.tsx'

const game = { category: 'slot', isActive: true }
const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
  wallet: { amount: 500 },
  slots: [
    { ...game, code: 'PG', name: 'Naga', amount: 120 },
    { ...game, code: 'IMI', name: 'Lotus', amount: 0.5 },
    { ...game, code: 'JOKER', name: 'Moon', amount: 0 },
  ],
}

let asked: Asked[]
let answer: () => unknown
let held: object
let outcome: object

beforeEach(() => {
  // The game used last would be chosen by itself.
  sessionStorage.removeItem(storageKeys.lastPlayed)
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.lastPlayed }))
  answer = () => ({ message: 'SUCCESS', amount: 120.5 })
  outcome = { status: 'unknown' }
  held = wallet
  asked = stubBackend({
    '/api/wallet': () => held,
    '/api/wallet/transfer': () => answer(),
    '/api/wallet/transferAll': () => answer(),
    '/api/acts': () => outcome,
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const moved = () => asked.filter(({ path }) => path === '/api/wallet/transferAll')

test('without a game account it leads to the games', async () => {
  asked = stubBackend({ '/api/wallet': () => ({ ...wallet, slots: [] }) })
  const screen = await renderScreen(<TransferSheet onClose={vi.fn<() => void>()} />)
  const link = screen.getByRole('link', { name: 'To the home page' })
  await expect.element(link).toHaveAttribute('href', '/user/home')
})

async function everything() {
  const screen = await renderScreen(<TransferSheet onClose={vi.fn<() => void>()} />)
  await screen.getByRole('tab', { name: 'Everything' }).click()
  const go = screen.getByRole('button', { name: 'Transfer all' })
  return { screen, go }
}

test('everything out of the games: shows the amount, moves it in one operation, and shows the result', async () => {
  const { screen, go } = await everything()
  const panel = screen.getByRole('tabpanel')
  await expect.element(panel).toHaveTextContent(/^120\.50 ฿All games → Wallet/u)
  await expect.element(panel).toHaveTextContent(/Afterwards\s*All games0\.00 ฿Wallet620\.50 ฿/u)
  await go.click()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
  await expect.element(screen.getByText('All games → Wallet')).toBeVisible()
  await expect.poll(() => moved().map(({ body }) => body)).toEqual([{ to: 'WALLET' }])
})

test('the whole wallet into a game', async () => {
  noteExtensions('keys, acts, at-most')
  const { screen, go } = await everything()
  await screen.getByRole('combobox').click()
  await screen.getByRole('option', { name: 'Moon' }).click()
  await expect.element(screen.getByRole('tabpanel')).toHaveTextContent(/^500\.00 ฿Wallet → Moon/u)
  await expect.element(screen.getByRole('tabpanel')).toHaveTextContent(/Wallet0\.00 ฿Moon500\.00 ฿/u)
  await go.click()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
  await expect.poll(() => moved().map(({ body }) => body)).toEqual([{ to: 'JOKER', atMost: 500 }])
})

test('the request waits 200 ms, so that the tap is painted first; a double tap sends one', async () => {
  const { screen, go } = await everything()
  await expect.element(go).toBeEnabled()
  const button = go.element() as HTMLButtonElement
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  button.click()
  await stillUntil(() => button.ariaBusy === 'true')
  await passTime(199)
  expect(button.ariaBusy).toBe('true')
  button.click()
  expect(moved()).toHaveLength(0)
  await passTime(1)
  await stillUntil(() => moved().length === 1)
  vi.useRealTimers()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
  await expect.poll(moved).toHaveLength(1)
})

test('while it is sent nothing can be changed or sent again; after a refusal everything can', async () => {
  let refuse: (answer: Response) => void = () => undefined
  answer = () => new Promise((resolve) => (refuse = resolve))
  const screen = await renderScreen(<TransferSheet onClose={vi.fn<() => void>()} from="PG" />)
  const amount = screen.getByRole('textbox', { name: 'Amount to transfer' })
  await amount.fill('20')
  const fields = [
    amount,
    screen.getByRole('combobox', { name: 'From' }),
    screen.getByRole('combobox', { name: 'To' }),
  ]
  const others = ['All', 'Swap the two', 'Close'].map((name) =>
    screen.getByRole('button', { name, exact: true }),
  )
  const send = screen.getByRole('button', { name: 'Transfer', exact: true })
  await send.click()
  for (const each of [...fields, ...others]) await expect.element(each).toBeDisabled()
  ;(send.element() as HTMLButtonElement).click()
  const sent = () => asked.filter(({ path }) => path === '/api/wallet/transfer')
  await expect.poll(sent).toHaveLength(1)
  refuse(refusal('TRANSFER_FAIL'))
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/did not go through/u)
  for (const each of [...fields, ...others]) await expect.element(each).toBeEnabled()
  await expect.element(amount).toHaveValue('20')
  await expect.poll(() => sent().map(({ body }) => body)).toEqual([{ from: 'PG', to: 'WALLET', amount: 20 }])
})

test.each([
  ['TRANSFER_FAIL', /did not go through/u, 0],
  ['BONUS_REMAINING', /A bonus is still running/u, 1],
])('%s is shown in place', async (code, words, links) => {
  answer = () => refusal(code)
  const { screen, go } = await everything()
  await go.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(words)
  expect(screen.getByRole('link', { name: 'See the bonus' }).elements()).toHaveLength(links)
  await expect.element(go).toBeEnabled()
})

test('after a lost answer the outcome is asked for, and nothing is moved twice', async () => {
  answer = lost
  outcome = { status: 'done', reply: { message: 'SUCCESS', amount: 120.5 } }
  const { screen, go } = await everything()
  await go.click()
  await expect
    .element(screen.getByText('The connection was lost while we waited for the answer'))
    .toBeVisible()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
  await expect.poll(moved).toHaveLength(1)
})

test('an operation whose answer is lost for good is shown as done, with the requested amount', async () => {
  answer = lost
  outcome = { status: 'done' }
  const { screen, go } = await everything()
  await go.click()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
  await expect.element(screen.getByText('120.50 ฿')).toBeVisible()
})

test('with nothing in the games there is nothing to move', async () => {
  const { slots } = wallet
  wallet.slots = slots.map((slot) => ({ ...slot, amount: 0 }))
  const { screen, go } = await everything()
  await screen.getByRole('combobox').click()
  await screen.getByRole('option', { name: 'Wallet' }).click()
  await expect.element(go).toBeDisabled()
  await expect.element(go).toHaveAccessibleDescription('No game holds money.')
  wallet.slots = slots
})

test('without a destination the button leads to it', async () => {
  const { slots } = wallet
  wallet.slots = slots.map((slot) => ({ ...slot, amount: 0 }))
  const { screen, go } = await everything()
  await go.click()
  await expect.element(screen.getByText('Please choose an account.')).toBeVisible()
  await expect.element(screen.getByRole('combobox')).toHaveFocus()
  expect(moved()).toEqual([])
  wallet.slots = slots
})

test('an operation that never arrived: no future balances meanwhile, then a message, and the form can be used again', async () => {
  answer = lost
  outcome = { status: 'unknown', running: false }
  const screen = await renderScreen(<TransferSheet onClose={vi.fn<() => void>()} from="PG" />)
  await screen.getByRole('textbox', { name: 'Amount to transfer' }).fill('20')
  await expect.element(screen.getByText('Afterwards')).toBeVisible()
  const send = screen.getByRole('button', { name: 'Transfer', exact: true })
  const button = send.element() as HTMLButtonElement
  const says = (words: RegExp) => words.test(document.body.textContent)
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  button.click()
  while (!says(/We do not know yet/u)) await passTime(1000)
  expect(says(/Afterwards|From 1\.00/u)).toBe(false)
  expect(send.query()).toBeNull()
  await passTime(120_000)
  ;(screen.getByRole('button', { name: 'Check again' }).element() as HTMLButtonElement).click()
  while (!says(/It never reached us/u)) await passTime(1000)
  vi.useRealTimers()
  await expect.element(send).toBeEnabled()
  await expect.element(screen.getByText('Afterwards')).toBeVisible()
  await expect.poll(() => asked.filter(({ path }) => path === '/api/wallet/transfer')).toHaveLength(1)
})

/** What the wallet is known to hold, in satang. */
const Known = () => <output>{useQuery(walletQueryOptions).data?.wallet.amount}</output>

test('while the answer is on its way the balances afterwards stay, although the wallet tells of the transfer already', async () => {
  let say: (reply: object) => void = () => undefined
  answer = () => new Promise((resolve) => (say = resolve))
  const sheet = <TransferSheet onClose={vi.fn<() => void>()} from="PG" />
  const screen = await renderScreen(
    <>
      {sheet}
      <Known />
    </>,
  )
  await screen.getByRole('textbox', { name: 'Amount to transfer' }).fill('20')
  const hint = screen.getByText('Afterwards').element().parentElement
  const before = hint?.textContent
  await screen.getByRole('button', { name: 'Transfer', exact: true }).click()
  held = { ...wallet, wallet: { amount: 520 }, slots: [{ ...wallet.slots[0], amount: 100 }] }
  sayMoneyChanged()
  await expect.element(screen.getByText('52000')).toBeInTheDocument()
  expect(hint?.textContent).toBe(before)
  say({ message: 'SUCCESS', amount: 20 })
  await expect.element(screen.getByText('Afterwards')).not.toBeInTheDocument()
})

test('the game that money was moved into comes first the next time', async () => {
  const { screen, go } = await everything()
  await screen.getByRole('combobox').click()
  await screen.getByRole('option', { name: 'Moon' }).click()
  await go.click()
  await expect.element(screen.getByText('Transferred')).toBeVisible()
  await screen.unmount()
  const again = await renderScreen(<TransferSheet onClose={vi.fn<() => void>()} />)
  await again.getByRole('combobox', { name: 'From' }).click()
  await expect
    .poll(() =>
      again
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    )
    .toEqual(['Wallet', 'Moon', 'Naga', 'Lotus'])
})
