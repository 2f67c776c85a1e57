import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { ConnectionStatus } from './connection-status.tsx'

afterEach(() => store.set(connectionAtom, 'online'))

const nothing = () => undefined
const page = (
  <main>
    <ConnectionStatus />
    <p>The page</p>
  </main>
)

/** What a screen reader is told of the connection: what stands in a live region that nothing hides. */
function told(): string[] {
  const regions = document.querySelectorAll('[aria-live=polite], output')
  return [...regions]
    .filter((region) => !region.closest('[aria-hidden=true]'))
    .map(({ textContent }) => textContent)
    .filter((words) => /online|offline/iu.test(words))
}

test('a lost connection is told once, and so is its return', async () => {
  await renderScreen(page)
  store.set(connectionAtom, 'offline')
  await expect.poll(told).toEqual(['Offline · you see what was last known'])
  store.set(connectionAtom, 'back')
  await expect.poll(told).toEqual(['Back online'])
})

test('an open sheet hides the page, and the connection is told all the same', async () => {
  const screen = await renderScreen(
    <>
      {page}
      <Sheet open onClose={nothing} title="Withdraw" closeLabel="Close">
        <input aria-label="Amount" />
      </Sheet>
    </>,
  )
  await expect.element(screen.getByRole('dialog', { name: 'Withdraw' })).toBeVisible()
  await expect.element(screen.getByText('The page')).toBeInTheDocument()
  await expect.poll(() => screen.getByText('The page').element().closest('[aria-hidden=true]')).not.toBeNull()
  store.set(connectionAtom, 'offline')
  await expect.poll(told).toEqual(['Offline · you see what was last known'])
  store.set(connectionAtom, 'back')
  await expect.poll(told).toEqual(['Back online'])
  store.set(connectionAtom, 'online')
  await expect.poll(told).toEqual([])
})
