import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { dropToken, keepToken } from '#api/token.ts'
import { renderScreen, stubBackend } from './test-screen.tsx'
import { useRefreshWallet } from './wallet-queries.ts'

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
