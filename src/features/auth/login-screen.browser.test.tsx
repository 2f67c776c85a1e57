import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, refusal, renderScreen, stubBackend } from '#data/test-screen.tsx'
import { noteExtensions } from '#lib/api-extensions.ts'
import { LoginScreen } from './login-screen.tsx'

let answers: Answers
beforeEach(() => {
  answers = {}
  stubBackend(answers)
})
afterEach(() => {
  vi.unstubAllGlobals()
  noteExtensions('')
})

test.each([
  ['WRONG_CREDENTIAL', 400, /does not match/u],
  ['REQUEST_LIMIT_1MIN', 429, /wait about 1 minute/u],
  // The day's brake: what to do, and not that something is still being worked on.
  [
    'REQUEST_LIMIT',
    429,
    /try again tomorrow, set a new password if you have forgotten yours, or contact us/u,
  ],
])('%s is told with what to do', async (code, status, words) => {
  noteExtensions('password-reset')
  answers['/api/login'] = () => refusal(code, status)
  const onSignedIn = vi.fn<(token: string, remember: boolean) => void>()
  const screen = await renderScreen(<LoginScreen top="" helpLink="" onSignedIn={onSignedIn} />)
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('guess')
  await screen.getByRole('button', { name: 'Log in' }).click()
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('a backend that gives no new passwords means some other limit', async () => {
  answers['/api/login'] = () => refusal('REQUEST_LIMIT', 429)
  const screen = await renderScreen(<LoginScreen top="" helpLink="" onSignedIn={() => undefined} />)
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('guess')
  await screen.getByRole('button', { name: 'Log in' }).click()
  await expect
    .element(screen.getByText('Your last request is still being worked on. Please wait a moment.'))
    .toBeVisible()
})
