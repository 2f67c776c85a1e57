import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { ConnectionStatus } from './connection-status.tsx'

afterEach(() => store.set(connectionAtom, 'online'))

test('a lost connection is told by a region that was there before, also while a sheet is open', async () => {
  const nothing = () => undefined
  const screen = await renderScreen(
    <>
      <ConnectionStatus />
      <Sheet open onClose={nothing} title="Withdraw" closeLabel="Close">
        <input aria-label="Amount" />
      </Sheet>
    </>,
  )
  await expect.element(screen.getByRole('dialog', { name: 'Withdraw' })).toBeVisible()
  const regions = [...document.querySelectorAll('[aria-live=polite]')]
  const telling = (words: string) =>
    regions.filter((region) => region.textContent.includes(words) && !region.closest('[aria-hidden=true]'))
  store.set(connectionAtom, 'offline')
  await expect.poll(() => telling('Offline')).toHaveLength(1)
  store.set(connectionAtom, 'back')
  await expect.poll(() => telling('Back online')).toHaveLength(1)
  store.set(connectionAtom, 'online')
  await expect.poll(() => telling('online')).toHaveLength(0)
})
