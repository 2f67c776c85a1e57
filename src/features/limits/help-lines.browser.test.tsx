import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { HelpLines } from './help-lines.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Opened before the backend has answered anything. Returns a function that lets the first answer come. */
async function openUnanswered() {
  noteExtensions('keys, acts')
  let answer = () => {}
  stubBackend({
    '/api/lookup/active': () => new Promise((resolve) => (answer = () => resolve({ message: 'ACTIVE' }))),
    '/api/lookup/help': () => [{ country: 'TH', name: 'Hotline', phone: '1323', hours: '24 h' }],
  })
  const screen = await renderScreen(<HelpLines />)
  await expect.element(screen.getByText('Loading the phone numbers')).toBeInTheDocument()
  return { screen, answer: () => answer() }
}

test('the place of the phone numbers is kept from before the first answer', async () => {
  const { screen } = await openUnanswered()
  noteExtensions('keys, acts, play-limits')
  await expect.element(screen.getByRole('link', { name: '1323' })).toBeVisible()
})

test('a backend without them leaves nothing in their place', async () => {
  const { screen, answer } = await openUnanswered()
  answer()
  await expect.element(screen.getByText('Somebody to talk to')).not.toBeInTheDocument()
})
