import { afterEach, expect, test, vi } from 'vitest'
import {
  type Answers,
  currentAmounts,
  fetchShownAnew,
  refusal,
  renderScreen,
  stubBackend,
} from '#components/test-screen.tsx'
import { ActionTiles } from './action-tiles.tsx'

afterEach(() => vi.unstubAllGlobals())

test('what is still to be played looks out of date when it could not be fetched again', async () => {
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
  const nothing = vi.fn<() => void>()
  const screen = await renderScreen(<ActionTiles onReady={nothing} onOpen={nothing} />)
  await expect.element(screen.getByText(/^Still to be played/u)).toBeVisible()
  await expect.poll(currentAmounts).toContain('250.50 ฿')
  answers['/api/lookup/withdraw'] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  await fetchShownAnew()
  await expect.poll(currentAmounts).not.toContain('250.50 ฿')
  expect(currentAmounts()).toContain('35.00 ฿')
})
