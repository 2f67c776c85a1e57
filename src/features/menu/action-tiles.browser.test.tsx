import { afterEach, expect, test, vi } from 'vitest'
import {
  type Answers,
  currentAmounts,
  fetchShownAnew,
  refusal,
  renderScreen,
  sayMoneyChanged,
  stubBackend,
} from '#components/test-screen.tsx'
import { ActionTiles } from './action-tiles.tsx'

afterEach(() => vi.unstubAllGlobals())

function stubAnswers() {
  const answers: Answers = {
    '/api/wallet': () => ({
      profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
      wallet: { amount: 200 },
      invite: { amount: 35 },
    }),
    '/api/spinwheel/active': () => ({ active: false }),
    '/api/bonus/check/active': () => ({ status: false, type: '' }),
    '/api/lookup/withdraw': () => ({ withdrawMin: 100, withdrawMax: 5000, toPlay: 250.5 }),
  }
  stubBackend(answers)
  return answers
}

const nothing = () => undefined
const show = () => renderScreen(<ActionTiles onReady={nothing} onOpen={nothing} />)

test('what is still to be played follows a deposit and a game', async () => {
  const answers = stubAnswers()
  const screen = await show()
  await expect.element(screen.getByText(/^Still to be played/u)).toHaveTextContent('250.50 ฿')
  answers['/api/lookup/withdraw'] = () => ({ withdrawMin: 100, withdrawMax: 5000 })
  sayMoneyChanged()
  await expect.element(screen.getByText(/^Up to/u)).toHaveTextContent('200.00 ฿')
})

test('what is still to be played looks out of date when it could not be fetched again', async () => {
  const answers = stubAnswers()
  const screen = await show()
  await expect.element(screen.getByText(/^Still to be played/u)).toBeVisible()
  await expect.poll(currentAmounts).toContain('250.50 ฿')
  answers['/api/lookup/withdraw'] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  await fetchShownAnew()
  await expect.poll(currentAmounts).not.toContain('250.50 ฿')
  expect(currentAmounts()).toContain('35.00 ฿')
})

test('in Thai no tile moves when it is known what can be withdrawn', async () => {
  const answers = stubAnswers()
  const wallet = { amount: 9_999_999.99 }
  const profile = { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' }
  answers['/api/wallet'] = () => ({ profile, wallet, invite: { amount: 35 } })
  let tell: (value: object) => void = () => undefined
  answers['/api/lookup/withdraw'] = () => new Promise((resolve) => (tell = resolve))
  const screen = await show()
  document.body.style.inlineSize = '150px'
  document.documentElement.lang = 'th'
  const tile = screen.getByRole('button', { name: 'Withdraw' })
  await expect.element(tile.getByText('9,999,999.99 ฿').last()).toBeVisible()
  await expect.element(tile).toHaveAccessibleName('Withdraw 9,999,999.99 ฿')
  const height = () => tile.element().getBoundingClientRect().height
  const before = height()
  tell({ withdrawMin: 100, withdrawMax: 99_999_999.99 })
  await expect.element(screen.getByText(/^Up to/u)).toBeVisible()
  expect(height()).toBe(before)
  document.body.style.inlineSize = ''
  document.documentElement.lang = 'en'
})

test.each([
  ['no more than may be withdrawn at a time', 9000, /^Withdraw Up to 5,000\.00\s฿$/u],
  ['nothing of a wallet that holds less than may be withdrawn', 99, /^Withdraw 99\.00\s฿$/u],
])('says %s', async (_, amount, name) => {
  const answers = stubAnswers()
  const profile = { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' }
  answers['/api/wallet'] = () => ({ profile, wallet: { amount }, invite: { amount: 35 } })
  answers['/api/lookup/withdraw'] = () => ({ withdrawMin: 100, withdrawMax: 5000 })
  const screen = await show()
  await expect.element(screen.getByRole('button', { name: /^Withdraw/u })).toHaveAccessibleName(name)
})
