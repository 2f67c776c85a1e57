import { expect, test } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { updateAtom } from '#pwa/update-atom.ts'
import { UpdateBar } from './update-bar.tsx'

test('an accepted update is said to be coming, and is not asked for again', async () => {
  let taps = 0
  const accept = () => {
    taps += 1
    store.set(updateAtom, { accept, isComing: true })
  }
  store.set(updateAtom, { accept })
  const screen = await renderScreen(<UpdateBar />)
  const update = screen.getByRole('button', { name: 'Update' })
  await update.click()
  await expect.element(update).toHaveAttribute('aria-busy', 'true')
  await expect.element(screen.getByRole('button', { name: 'Not now' })).not.toBeInTheDocument()
  await update.click({ force: true })
  expect(taps).toBe(1)
})
