import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { endSession, signIn } from '#data/session/session.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { loginPhoneAtom } from './login-phone.ts'
import { LoginScreen } from './login-screen.tsx'

let answers: Answers
beforeEach(() => {
  answers = {}
  stubBackend(answers)
})
afterEach(() => {
  vi.unstubAllGlobals()
  noteExtensions('')
  store.set(loginPhoneAtom, '')
})

test.each([
  ['WRONG_CREDENTIAL', 400, /does not match/u],
  ['REQUEST_LIMIT_1MIN', 429, /wait about 1 minute/u],
  // The daily limit: the message says what to do, not that something is still in progress.
  [
    'REQUEST_LIMIT',
    429,
    /try again tomorrow, set a new password if you have forgotten yours, or contact us/u,
  ],
])('%s is shown with what to do', async (code, status, words) => {
  noteExtensions('password-reset')
  answers['/api/login'] = () => refusal(code, status)
  const onSignedIn = vi.fn<(token: string, remember: boolean) => void>()
  const screen = await renderScreen(
    <LoginScreen top="" helpLink="" onSignedIn={onSignedIn} onBreak={() => undefined} />,
  )
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('guess')
  await screen.getByRole('button', { name: 'Log in' }).click()
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(onSignedIn).not.toHaveBeenCalled()
})

test.each(['the page was left', 'another way in was quicker'])(
  'a session that comes after %s is ended at once',
  async (what) => {
    noteExtensions('late-logout')
    let answer: (said: unknown) => void = () => undefined
    answers['/api/login'] = () => new Promise((resolve) => (answer = resolve))
    const asked = stubBackend({ ...answers, '/api/logout/late': () => ({ message: 'SUCCESS' }) })
    const paths = () => asked.map(({ path }) => path)
    const onSignedIn = vi.fn<(token: string, remember: boolean) => void>()
    const screen = await renderScreen(
      <LoginScreen top="" helpLink="" onSignedIn={onSignedIn} onBreak={() => undefined} />,
    )
    await screen.getByLabelText('Phone number').fill('0812345678')
    await screen.getByLabelText('Password', { exact: true }).fill('river1234')
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(paths).toContain('/api/login')
    if (what === 'the page was left') await screen.unmount()
    else signIn('token-first', false)
    answer({ token: 'token-late' })
    await expect
      .poll(() => asked.filter(({ path }) => path === '/api/logout/late').map(({ body }) => body))
      .toEqual([{ session: 'idj5ViW1ZenFdBkswiA4qdMDR_Uw6sC2IH3VFkXmtgE' }])
    expect(onSignedIn).not.toHaveBeenCalled()
    endSession()
  },
)

test('without password reset, the code means another limit', async () => {
  answers['/api/login'] = () => refusal('REQUEST_LIMIT', 429)
  const screen = await renderScreen(
    <LoginScreen top="" helpLink="" onSignedIn={() => undefined} onBreak={() => undefined} />,
  )
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('guess')
  await screen.getByRole('button', { name: 'Log in' }).click()
  await expect
    .element(screen.getByText('Your last request is still being worked on. Please wait a moment.'))
    .toBeVisible()
})

test('what was wrong is no longer said once something is typed', async () => {
  answers['/api/login'] = () => refusal('WRONG_CREDENTIAL')
  const screen = await renderScreen(
    <LoginScreen top="" helpLink="" onSignedIn={() => undefined} onBreak={() => undefined} />,
  )
  const phone = screen.getByLabelText('Phone number')
  const password = screen.getByLabelText('Password', { exact: true })
  const logIn = screen.getByRole('button', { name: 'Log in' })
  const refused = screen.getByText(/does not match/u)
  await logIn.click()
  await expect.element(password).toHaveAccessibleDescription('Enter your password.')
  await phone.fill('0812345678')
  await expect.element(phone).not.toHaveAccessibleDescription()
  await expect.element(password).not.toHaveAccessibleDescription()
  for (const field of [password, phone]) {
    await password.fill('guess')
    await logIn.click()
    await expect.element(refused).toBeVisible()
    await field.fill('0898765432')
    await expect.element(refused).not.toBeInTheDocument()
  }
})

test('a phone number that was typed is there when the page is opened again', async () => {
  const login = <LoginScreen top="" helpLink="" onSignedIn={() => undefined} onBreak={() => undefined} />
  const first = await renderScreen(login)
  await first.getByLabelText('Phone number').fill('0812345678')
  await first.getByLabelText('Password', { exact: true }).click()
  await first.unmount()
  const screen = await renderScreen(login)
  await expect.element(screen.getByLabelText('Phone number')).toHaveValue('0812345678')
})

test('repeated taps send one login call; after a refusal another can be sent', async () => {
  const asked: unknown[] = []
  let answer: (said: unknown) => void = () => undefined
  answers['/api/login'] = ({ body }) => {
    asked.push(body)
    return new Promise((resolve) => {
      answer = resolve
    })
  }
  const onSignedIn = vi.fn<(token: string, remember: boolean) => void>()
  const screen = await renderScreen(
    <LoginScreen top="" helpLink="" onSignedIn={onSignedIn} onBreak={() => undefined} />,
  )
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('guess')
  const tap = () => {
    const form = document.querySelector('form')
    // Two taps before React renders.
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

test('a refusal and the button are scrolled to where the tab bar leaves them whole', async () => {
  answers['/api/login'] = () => refusal('WRONG_CREDENTIAL')
  const screen = await renderScreen(
    <LoginScreen
      top=""
      helpLink=""
      // So that there is room to scroll.
      otherWay={<div style={{ blockSize: 300 }} />}
      onSignedIn={() => undefined}
      onBreak={() => undefined}
    />,
  )
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('guess')
  const logIn = screen.getByRole('button', { name: 'Log in' })
  const bar = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd)
  // The button was as low as it can be seen.
  await page.viewport(360, Math.ceil(logIn.element().getBoundingClientRect().bottom + bar))
  await logIn.click()
  const words = screen.getByRole('alert')
  await expect.element(words).toBeVisible()
  expect(words.element().getBoundingClientRect().top).toBeGreaterThan(0)
  for (const part of [words, logIn])
    expect(part.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight - bar)
})

test('the form keeps a form’s width in a window between a phone and a desk', async () => {
  await page.viewport(768, 900)
  const screen = await renderScreen(
    <LoginScreen top="" helpLink="" onSignedIn={() => undefined} onBreak={() => undefined} />,
  )
  const { left, right, width } = screen
    .getByRole('button', { name: 'Log in' })
    .element()
    .getBoundingClientRect()
  expect(width).toBeLessThanOrEqual(420)
  expect(left).toBeCloseTo(768 - right)
})
