import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, type Asked, refusal, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { PasskeysEntry } from './passkeys-entry.tsx'
import { PasskeysSection } from './passkeys-section.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const phone = { id: '1', name: 'Chrome · Android', createdAt: ago(90), lastUsedAt: ago(125), isSynced: true }
const laptop = { id: '2', name: 'Work', createdAt: '2026-01-31T05:00:00Z', lastUsedAt: null }

let passkeys: object[]
let answers: Answers
let asked: Asked[]

beforeEach(() => {
  passkeys = [phone, laptop]
  answers = {
    '/api/passkeys': () => ({ passkeys }),
    '/api/passkeys/2': ({ body }) => {
      passkeys = body ? [phone, { ...laptop, ...body }] : [phone]
      return { message: 'SUCCESS' }
    },
  }
  asked = stubBackend(answers)
  noteExtensions('keys, acts, passkeys')
})
afterEach(() => {
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent)

test.each(['', 'keys, acts', 'passkeys'])(
  'a backend that announces %j is asked for nothing in a frame, and nothing shows',
  async (announced) => {
    noteExtensions(announced)
    const { container } = await renderScreen(<PasskeysEntry />)
    expect(container.textContent).not.toContain('asskey')
    expect(asked).toEqual([])
  },
)

test('shows each with its last use; one is renamed, and removed after a question', async () => {
  const screen = await renderScreen(<PasskeysSection />)
  await expect
    .poll(rows)
    .toEqual([
      'Chrome · AndroidLast used 2 hours agoAlso on your other devices',
      'WorkAdded 31/01/2026 · not used yet',
    ])
  await screen.getByRole('button', { name: 'Rename Work' }).click()
  await screen.getByRole('textbox', { name: 'Name of the passkey' }).fill('Home')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Home', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Remove Home' }).click()
  const dialog = screen.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('Passkey removed: Home')).toBeVisible()
  await expect.poll(rows).toHaveLength(1)
  await expect.element(screen.getByRole('region', { name: 'Passkeys' })).toHaveFocus()
})

test('asks for the password where the sign-in was a while ago, and says that it was wrong', async () => {
  answers['/api/passkeys/options'] = () => refusal('WRONG_PASSWORD')
  const screen = await renderScreen(<PasskeysSection />)
  await screen.getByRole('button', { name: 'Add a passkey' }).click()
  await screen.getByLabelText('Password', { exact: true }).fill('guess')
  expect(screen.getByText('The password does not match. Please enter it again.').query()).toBeNull()
  await screen.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(screen.getByText('The password does not match. Please enter it again.')).toBeVisible()
  const sent = asked.filter(({ path }) => path === '/api/passkeys/options').map(({ body }) => body)
  expect(sent).toEqual([{}, { password: 'guess' }])
})

test('failed with a retry; offline nothing can be changed', async () => {
  answers['/api/passkeys'] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  const screen = await renderScreen(<PasskeysSection />)
  await expect.element(screen.getByText('Your passkeys could not be loaded')).toBeVisible()
  answers['/api/passkeys'] = () => ({ passkeys })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Work')).toBeVisible()
  store.set(connectionAtom, 'offline')
  await expect.element(screen.getByText(/You can change your passkeys when you are connected/u)).toBeVisible()
  for (const name of ['Add a passkey', 'Rename Work', 'Remove Work'])
    await expect.element(screen.getByRole('button', { name })).toBeDisabled()
})
