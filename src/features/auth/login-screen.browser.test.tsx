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

test('however often it is tapped, one sign-in is asked for; after a refusal another', async () => {
  const asked: unknown[] = []
  let answer: (said: unknown) => void = () => undefined
  answers['/api/login'] = ({ body }) => {
    asked.push(body)
    return new Promise((resolve) => {
      answer = resolve
    })
  }
  const onSignedIn = vi.fn<(token: string, remember: boolean) => void>()
  const screen = await renderScreen(<LoginScreen top="" helpLink="" onSignedIn={onSignedIn} />)
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('guess')
  const tap = () => {
    const form = document.querySelector('form')
    // As two taps that come before anything is drawn.
    form?.requestSubmit()
    form?.requestSubmit()
  }
  tap()
  await expect.poll(() => asked.length).toBe(1)
  answer(refusal('WRONG_CREDENTIAL'))
  await expect.element(screen.getByText(/does not match/u)).toBeVisible()
  tap()
  await expect.poll(() => asked.length).toBe(2)
  answer({ token: 'token-1' })
  await expect.poll(() => onSignedIn.mock.calls).toEqual([['token-1', true]])
  tap()
  await expect.poll(() => asked).toHaveLength(2)
})
