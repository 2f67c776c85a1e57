import { useQuery, useQueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { dropToken, keepToken } from '#api/token.ts'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { invalidateWallet, useRefreshWallet, walletQueryOptions } from './wallet-queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  dropToken()
})

function Refresh({ name }: { name: string }) {
  const refresh = useRefreshWallet()
  return <button onClick={() => refresh.mutate()}>{`${name}: ${refresh.status}`}</button>
}

test('two simultaneous refreshes call the providers once, and both get the result', async () => {
  keepToken('token-1', 'session')
  let answer: (response: Response) => void = () => undefined
  const asked = stubBackend({
    '/api/wallet/refresh/slot': () => new Promise<Response>((resolve) => (answer = resolve)),
  })
  const screen = await renderScreen(
    <>
      <Refresh name="Card" />
      <Refresh name="Tile" />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Card' }))
  await userEvent.click(screen.getByRole('button', { name: 'Tile' }))
  await expect.element(screen.getByText('Tile: pending')).toBeVisible()
  await expect.poll(() => asked).toHaveLength(1)
  answer(Response.json({ message: 'REQUEST_LIMIT' }, { status: 429 }))
  await expect.element(screen.getByText('Card: error')).toBeVisible()
  await expect.element(screen.getByText('Tile: error')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Card' }))
  await expect.poll(() => asked.length).toBe(2)
})

test('a slow refresh does not undo what was read after it was asked for', async () => {
  keepToken('token-2', 'session')
  const wallet = (amount: number) => ({
    profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
    bankAccount: {},
    wallet: { amount },
    slots: [],
  })
  let answer: (reply: object) => void = () => undefined
  let amount = 500
  const asked = stubBackend({
    '/api/wallet': () => wallet(amount),
    '/api/wallet/refresh/slot': () => new Promise((resolve) => (answer = resolve)),
  })
  function Balance() {
    const queryClient = useQueryClient()
    const { data } = useQuery(walletQueryOptions)
    return (
      <button onClick={() => void invalidateWallet(queryClient)}>{`Balance ${data?.wallet.amount}`}</button>
    )
  }
  const screen = await renderScreen(
    <>
      <Refresh name="Card" />
      <Balance />
    </>,
  )
  await expect.element(screen.getByText('Balance 50000')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Card' }))
  await expect.poll(() => asked.map(({ path }) => path)).toContain('/api/wallet/refresh/slot')
  amount = 100
  await userEvent.click(screen.getByRole('button', { name: 'Balance' }))
  await expect.element(screen.getByText('Balance 10000')).toBeVisible()
  answer(wallet(500))
  await expect.element(screen.getByText('Card: success')).toBeVisible()
  await expect.element(screen.getByText('Balance 10000')).toBeVisible()
})
