import { Suspense, useState } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type Answers,
  fetchShownAnew,
  lost,
  passTime,
  refusal,
  renderScreen,
  stillUntil,
  stubBackend,
} from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { recordCall } from '#lib/network/reachability.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { Shell } from '#ui/frame/shell.tsx'
import { toastsAtom } from '#ui/message/toast.ts'
import type { Step } from './auth-rules.ts'
import { loginPhoneAtom } from './login-phone.ts'
import { dropDraft, emptyDraft, keepDraft, readDraft } from './register-draft.ts'
import { RegisterScreen } from './register-screen.tsx'

const done = vi.fn<() => void>()
const signedIn = vi.fn<(token: string) => void>()

afterEach(() => {
  done.mockReset()
  stepped.mockReset()
  signedIn.mockReset()
  recordCall('answered', 0)
  store.set(loginPhoneAtom, '')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  dropDraft()
})

const stepped = vi.fn<(step: Step, isPast?: boolean) => void>()

function Register({ from = 'profile', isInviteRefused }: { from?: Step; isInviteRefused?: boolean }) {
  const [step, setStep] = useState<Step>(from)
  stepped.mockImplementation(setStep)
  return (
    <Suspense>
      <button type="button" onClick={() => setStep(step === 'bank' ? 'profile' : 'phone')}>
        Back
      </button>
      <RegisterScreen
        step={step}
        onStep={stepped}
        isInviteRefused={isInviteRefused}
        loginLink={<a href="/login">To the login</a>}
        onDone={done}
        onSignedIn={signedIn}
      />
    </Suspense>
  )
}

/** Everything but the passwords is entered, and an account can be created. */
function mayRegister() {
  stubBackend({
    '/api/lookup/registerOTP': () => ({ enabled: false }),
    '/api/lookup/sources': () => [],
    '/api/lookup/banks': () => [{ code: 'SCB', nameTH: 'ไทยพาณิชย์', nameEN: 'Siam Commercial Bank' }],
    '/api/account/validate': () => ({ message: 'OK' }),
    '/api/account': () => ({ message: 'SUCCESS' }),
  })
  keepDraft({
    ...emptyDraft,
    phoneNumber: '0812345678',
    name: 'Mali',
    bankCode: 'SCB',
    firstName: 'Mali',
    lastName: 'Jaidee',
    bankAccountNo: '1234567890',
  })
}

/** Returns the button that creates the account. */
async function enterPasswords(screen: Awaited<ReturnType<typeof renderScreen>>) {
  await screen.getByLabelText('Password', { exact: true }).fill('river1234')
  await screen.getByLabelText('Confirm password').fill('river1234')
  await screen.getByRole('button', { name: 'Continue' }).click()
  const register = screen.getByRole('button', { name: 'Register' })
  await expect.element(register).toBeEnabled()
  return register
}

test('the welcome shows for two seconds before the sign-in page', async () => {
  mayRegister()
  const screen = await renderScreen(<Register />)
  const register = await enterPasswords(screen)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await register.click()
  await stillUntil(() => screen.getByText('Welcome!').query() !== null)
  await passTime(0)
  // No empty step shows meanwhile.
  expect(screen.getByText('Log in with 0812345678 and your password.').query()).not.toBeNull()
  expect(screen.getByLabelText('Password', { exact: true }).query()).toBeNull()
  await passTime(1999)
  expect(done).not.toHaveBeenCalled()
  await passTime(1)
  expect(done).toHaveBeenCalledTimes(1)
})

test('the welcome does not cover what the page says, also in large text on a small phone', async () => {
  mayRegister()
  document.documentElement.style.fontSize = '24px'
  await page.viewport(320, 640)
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  const screen = await renderScreen(
    <Shell>
      <Register />
    </Shell>,
  )
  const register = await enterPasswords(screen)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await register.click()
  await stillUntil(() => screen.getByText('Welcome!').query() !== null)
  await passTime(0)
  const toast = document.querySelector('[data-toaster]')?.getBoundingClientRect()
  const ready = document.activeElement?.getBoundingClientRect()
  expect(document.activeElement?.textContent).toMatch(/^Your account is ready/u)
  expect(ready?.top).toBeGreaterThanOrEqual(toast?.bottom ?? Infinity)
})

const banks = [{ code: 'SCB', nameTH: 'ไทยพาณิชย์', nameEN: 'Siam Commercial Bank' }]
const typed = {
  name: 'Mali',
  bankCode: 'SCB',
  firstName: 'Mali',
  lastName: 'Jaidee',
  bankAccountNo: '1234567890',
}

test('the phone’s verification is sent along, and leads back to a new code once it has expired', async () => {
  let codes = 0
  const asked = stubBackend({
    '/api/lookup/registerOTP': () => ({ enabled: true }),
    '/api/lookup/sources': () => [],
    '/api/lookup/banks': () => banks,
    '/api/otp/send': () => ({ otpRef: 'ABCD', otpToken: `proof-${(codes += 1)}`, code: 'OK' }),
    '/api/otp/verify': () => ({ code: 'OTP_CODE_VALID' }),
    '/api/account/validate': () => ({ message: 'OK' }),
    '/api/account': () => (codes === 1 ? refusal('UNVERIFIED_OTP') : { message: 'SUCCESS' }),
  })
  const bodies = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)
  keepDraft({ ...emptyDraft, ...typed })
  const screen = await renderScreen(<Register from="phone" />)
  const phone = screen.getByLabelText('Phone number')
  const enterCode = async () => {
    await screen.getByRole('button', { name: 'Continue' }).click()
    await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
  }
  await phone.fill('0812345678')
  await enterCode()
  await screen.getByLabelText('Password', { exact: true }).fill('river1234')
  // As after a reload: the draft has the phone's verification.
  expect(readDraft()).toMatchObject({ phoneVerified: true, otpToken: 'proof-1' })
  await screen.getByLabelText('Confirm password').fill('river1234')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Register' }).click()

  await expect.element(screen.getByText('Please verify your phone number again')).toBeVisible()
  await expect.element(phone).toHaveValue('0812345678')
  await enterCode()
  // Name and password were entered before.
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect.element(screen.getByText('Welcome!')).toBeVisible()
  await expect
    .poll(() => bodies('/api/otp/send'))
    .toEqual([{ phoneNumber: '0812345678' }, { phoneNumber: '0812345678' }])
  await expect
    .poll(() => bodies('/api/account/validate'))
    .toEqual([expect.objectContaining({ otpToken: 'proof-1' })])
  await expect
    .poll(() => bodies('/api/account'))
    .toEqual([
      expect.objectContaining({ otpToken: 'proof-1' }),
      expect.objectContaining({ otpToken: 'proof-2', name: 'Mali', password: 'river1234' }),
    ])
})

test('the form moves the focus to a bank that was not chosen', async () => {
  stubBackend({
    '/api/lookup/registerOTP': () => ({ enabled: true }),
    '/api/lookup/sources': () => [],
    '/api/lookup/banks': () => banks,
    '/api/account/validate': () => ({ message: 'OK' }),
  })
  const draft = { ...emptyDraft, ...typed, bankCode: '', firstName: '' }
  keepDraft({ ...draft, phoneNumber: '0812345678', phoneVerified: true })
  const screen = await renderScreen(<Register from="profile" />)
  await screen.getByLabelText('Password', { exact: true }).fill('river1234')
  await screen.getByLabelText('Confirm password').fill('river1234')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('combobox', { name: 'Bank' })).toBeVisible()
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect.element(screen.getByText('Choose your bank.')).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Bank' })).toHaveFocus()
})

test('a name that is not in the bank’s English letters is refused at its field and in a toast', async () => {
  const asked = stubBackend({
    ...registered,
    '/api/lookup/banks': () => [{ code: 'KTB', nameTH: 'กรุงไทย', nameEN: 'Krungthai Bank' }],
    '/api/account/validate': () => ({ message: 'OK' }),
    '/api/account': () => ({ message: 'SUCCESS' }),
  })
  keepDraft({ ...emptyDraft, ...typed, bankCode: 'KTB', lastName: 'ใจดี', phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register />)
  await screen.getByLabelText('Password', { exact: true }).fill('malijaidee')
  await screen.getByLabelText('Confirm password').fill('malijaidee')
  await screen.getByRole('button', { name: 'Continue' }).click()
  const register = screen.getByRole('button', { name: 'Register' })
  await register.click()
  const lastName = screen.getByLabelText('Last name on the account')
  await expect.element(lastName).toHaveAccessibleDescription('This bank wants the name in English letters.')
  await expect.element(lastName).toHaveFocus()
  // The holder's name looks the same wherever it is asked for.
  expect(lastName.element().parentElement?.querySelector('use')?.getAttribute('href')).toMatch(/#user$/u)
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('For this bank, please write the account name in English letters only.')
  expect(asked.some(({ path }) => path === '/api/account')).toBe(false)
  await lastName.fill('Jaidee')
  await register.click()
  await expect
    .poll(() => asked.find(({ path }) => path === '/api/account')?.body)
    .toMatchObject({ bankAccountName: 'MALI JAIDEE' })
})

test('the first step links to the sign-in, below its button', async () => {
  stubBackend({ ...registered, '/api/lookup/registerOTP': () => ({ enabled: true }) })
  const screen = await renderScreen(<Register from="phone" />)
  const link = screen.getByRole('link', { name: 'To the login' })
  await expect.element(link).toBeVisible()
  const below = screen.getByRole('button', { name: 'Continue' }).element().getBoundingClientRect().bottom
  expect(link.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(below)
  await screen.unmount()
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678', phoneVerified: true })
  const next = await renderScreen(<Register />)
  await expect.element(next.getByRole('heading', { name: 'About you' })).toBeVisible()
  expect(next.getByRole('link', { name: 'To the login' }).query()).toBeNull()
})

test('a verified phone is shown as verified, and needs no other code', async () => {
  const asked = stubBackend({
    '/api/lookup/registerOTP': () => ({ enabled: true }),
    '/api/lookup/sources': () => [],
    '/api/otp/send': () => ({ otpRef: 'ABCD', otpToken: '', code: 'OTP_VERIFIED' }),
  })
  keepDraft({ ...emptyDraft, phoneNumber: '0812345678', otpToken: 'proof' })
  const screen = await renderScreen(<Register from="phone" />)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('heading', { name: 'About you' })).toBeVisible()
  await expect.element(screen.getByRole('list', { name: 'Step 3 of 4' })).toHaveFocus()
  await expect
    .poll(() => asked.find(({ path }) => path === '/api/otp/send')?.body)
    .toEqual({
      phoneNumber: '0812345678',
      otpToken: 'proof',
    })
  expect(readDraft()).toMatchObject({ phoneVerified: true, otpToken: 'proof' })
})

test('a code that could not be sent is told in a toast, the only alert, and again below the field', async () => {
  stubBackend({
    '/api/lookup/registerOTP': () => ({ enabled: true }),
    '/api/otp/send': () => refusal('REQUEST_LIMIT_1MIN', 429),
  })
  const screen = await renderScreen(<Register from="phone" />)
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByRole('button', { name: 'Continue' }).click()
  const said = 'Too many attempts. Please wait about 1 minute, then try again.'
  await expect.element(screen.getByRole('alert')).toHaveTextContent(said)
  expect(screen.getByText(said).elements()).toHaveLength(2)
})

test('the toast about a wrong code does not stand over the step that the right one opens', async () => {
  let verified = 0
  stubBackend({
    '/api/lookup/registerOTP': () => ({ enabled: true }),
    '/api/otp/send': () => ({ otpRef: 'ABCD', otpToken: 'proof', code: 'OK' }),
    '/api/otp/verify': () =>
      (verified += 1) === 1 ? refusal('OTP_CODE_INVALID') : { code: 'OTP_CODE_VALID' },
    '/api/lookup/sources': () => [],
  })
  const screen = await renderScreen(<Register from="phone" />)
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByLabelText('Six-digit code').fill('000000')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByLabelText('Six-digit code').fill('123456')
  await expect.element(screen.getByRole('heading', { name: 'About you' })).toBeVisible()
  expect(store.get(toastsAtom)).toEqual([])
})

test('a person who already has an account learns so after the code, and is led to the sign-in', async () => {
  stubBackend({
    '/api/lookup/registerOTP': () => ({ enabled: true }),
    '/api/otp/send': () => ({ otpRef: 'ABCD', otpToken: 'proof', code: 'OK' }),
    '/api/otp/verify': () => refusal('EXISTING_USER'),
  })
  const screen = await renderScreen(<Register from="phone" />)
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('This phone number already has an account. Please log in.')
  await screen.getByRole('button', { name: 'Log in' }).click()
  await expect.poll(() => done).toHaveBeenCalledOnce()
  await expect.poll(() => store.get(loginPhoneAtom)).toBe('0812345678')
})

const registered = {
  '/api/lookup/registerOTP': () => ({ enabled: false }),
  '/api/lookup/sources': () => [],
  '/api/lookup/banks': () => banks,
}
const weakWords = /This password is too easy to guess/u

test('a filled form stays where the banks cannot be fetched again', async () => {
  const answers: Answers = { ...registered, '/api/account/validate': () => ({ message: 'OK' }) }
  const asked = stubBackend(answers)
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register />)
  await screen.getByLabelText('Password', { exact: true }).fill('river1234')
  await screen.getByLabelText('Confirm password').fill('river1234')
  await screen.getByRole('button', { name: 'Continue' }).click()
  const account = screen.getByLabelText('Account number')
  await account.fill('9876543210')
  answers['/api/lookup/banks'] = lost
  await fetchShownAnew()
  expect(asked.filter(({ path }) => path === '/api/lookup/banks')).toHaveLength(2)
  await expect.element(account).toHaveValue('9876543210')
})

test('offline, the step without its banks says so, and that nothing is lost', async () => {
  const answers: Answers = {
    ...registered,
    '/api/lookup/banks': lost,
    '/api/account/validate': () => ({ message: 'OK' }),
  }
  stubBackend(answers)
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register />)
  await screen.getByLabelText('Password', { exact: true }).fill('river1234')
  await screen.getByLabelText('Confirm password').fill('river1234')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('The list of banks could not be loaded')).toBeVisible()
  store.set(connectionAtom, 'offline')
  onTestFinished(() => store.set(connectionAtom, 'online'))
  await expect.element(screen.getByText('You are offline')).toBeVisible()
  await expect
    .element(screen.getByText('Check your connection and try again. What you entered is kept.'))
    .toBeVisible()
  answers['/api/lookup/banks'] = () => banks
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Your bank account' })).toBeVisible()
})

test('a password that is too easy to guess is refused at its field', async () => {
  stubBackend({ ...registered, '/api/account/validate': () => refusal('WEAK_PASSWORD') })
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register />)
  const field = screen.getByLabelText('Password', { exact: true })
  for (const [password, said] of [
    ['0812345678', 'Easy to guess: this is your phone number.'],
    ['mali', 'Too short: use at least 8 characters.'],
    ['password1', 'Long enough. A few more characters make it safer.'],
  ] as const) {
    await field.fill(password)
    await expect.element(field).toHaveAccessibleDescription(said)
  }
  await screen.getByLabelText('Confirm password').fill('password1')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(field).toHaveAccessibleDescription(weakWords)
  await expect.element(field).toHaveFocus()
  // Announced once.
  expect(screen.getByRole('alert').query()).toBeNull()
})

test('a weak password refused at the bank step leads back to the profile step', async () => {
  stubBackend({
    ...registered,
    '/api/account/validate': () => ({ message: 'OK' }),
    '/api/account': () => refusal('WEAK_PASSWORD'),
  })
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register />)
  const field = screen.getByLabelText('Password', { exact: true })
  await field.fill('malijaidee')
  await screen.getByLabelText('Confirm password').fill('malijaidee')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect.element(field).toHaveAccessibleDescription(weakWords)
  await expect.element(field).toHaveValue('')
})

test('where the member heard of the site is offered to choose, and sent', async () => {
  const asked = stubBackend({
    ...registered,
    '/api/lookup/sources': () => [
      { code: 'LINE', description: 'A friend on LINE' },
      { code: 'TV', description: '' },
    ],
    '/api/account/validate': () => ({ message: 'OK' }),
    '/api/account': () => ({ message: 'SUCCESS' }),
  })
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register />)
  const source = screen.getByRole('combobox', { name: 'How did you hear about us? (optional)' })
  await source.click()
  // One without a description is named by its code.
  await expect.element(screen.getByRole('option', { name: 'TV' })).toBeVisible()
  await screen.getByRole('option', { name: 'A friend on LINE' }).click()
  await expect.element(source).toHaveTextContent('A friend on LINE')
  await screen.getByLabelText('Password', { exact: true }).fill('river1234')
  await screen.getByLabelText('Confirm password').fill('river1234')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect.element(screen.getByText('Welcome!')).toBeVisible()
  const sent = asked.filter(({ path }) => path.startsWith('/api/account')).map(({ body }) => body)
  expect(sent).toEqual([
    expect.objectContaining({ sourceCode: 'LINE' }),
    expect.objectContaining({ sourceCode: 'LINE', bankCode: 'SCB' }),
  ])
})

test('going back keeps the passwords, and without codes there are three steps', async () => {
  stubBackend({ ...registered, '/api/account/validate': () => ({ message: 'OK' }) })
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register />)
  const field = (label: string) => screen.getByLabelText(label, { exact: true })
  await field('Password').fill('malijaidee')
  await field('Confirm password').fill('malijaidee')
  await expect.element(screen.getByRole('list', { name: 'Step 2 of 3' })).toBeVisible()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Your bank account' })).toBeVisible()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(field('Password')).toHaveValue('malijaidee')
  await screen.getByRole('button', { name: 'Back' }).click()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(field('Confirm password')).toHaveValue('malijaidee')
})

test('reloaded at the bank step, the form says why it asks for the password again, until it has it', async () => {
  stubBackend({ ...registered, '/api/account/validate': () => ({ message: 'OK' }) })
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register from="bank" />)
  const reason = screen.getByText(/^The page was reloaded\. Please enter your password again/u)
  await expect.element(reason).toBeVisible()
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Mali')
  // The address says so too: a page that is at another address than before begins at its top, where the reason stands.
  expect(stepped.mock.calls).toEqual([['profile', true]])
  await screen.getByLabelText('Password', { exact: true }).fill('malijaidee')
  await screen.getByLabelText('Confirm password').fill('malijaidee')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Your bank account' })).toBeVisible()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(screen.getByRole('heading', { name: 'About you' })).toBeVisible()
  await expect.element(reason).not.toBeInTheDocument()
})

test('the same number again sends no other code', async () => {
  const asked = stubBackend({
    ...registered,
    '/api/lookup/registerOTP': () => ({ enabled: true }),
    '/api/otp/send': () => ({ otpRef: 'ABCD', otpToken: 'proof', code: 'OK' }),
    '/api/otp/verify': () => ({ code: 'OTP_CODE_VALID' }),
  })
  const sent = () => asked.filter(({ path }) => path === '/api/otp/send').length
  const screen = await renderScreen(<Register from="phone" />)
  const phone = screen.getByLabelText('Phone number')
  const code = screen.getByLabelText('Six-digit code')
  await phone.fill('0812345678')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Change the number' }).click()
  await phone.fill('081-234-5678')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(code).toBeVisible()
  await expect.poll(sent).toBe(1)
  await screen.getByRole('button', { name: 'Change the number' }).click()
  await phone.fill('0898765432')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await userEvent.fill(code, '123456')
  await expect.element(screen.getByRole('heading', { name: 'About you' })).toBeVisible()
  await expect.poll(sent).toBe(2)
})

test('a key pressed while the code is being sent changes nothing: its step opens, with the number it went to', async () => {
  let answer: (said: unknown) => void = () => undefined
  const asked = stubBackend({
    ...registered,
    '/api/lookup/registerOTP': () => ({ enabled: true }),
    '/api/otp/send': () => new Promise((resolve) => (answer = resolve)),
  })
  const screen = await renderScreen(<Register from="phone" />)
  const phone = screen.getByLabelText('Phone number')
  await phone.fill('0812345678')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => asked.some(({ path }) => path === '/api/otp/send')).toBe(true)
  await phone.fill('0812345679')
  answer({ otpRef: 'ABCD', otpToken: 'proof', code: 'OK' })
  await expect.element(screen.getByLabelText('Six-digit code')).toBeVisible()
  await expect.element(screen.getByText('We sent six digits to 0812345678.')).toBeVisible()
  expect(readDraft()).toMatchObject({ phoneNumber: '0812345678', otpToken: 'proof' })
})

test('after a lost response to sending the code the next step opens, because the code may arrive; it belongs to the token that was sent', async () => {
  noteExtensions('keys, acts, otp-proof, otp-token')
  const asked = stubBackend({
    ...registered,
    '/api/lookup/registerOTP': () => ({ enabled: true }),
    '/api/otp/send': lost,
    '/api/otp/verify': () => ({ code: 'OTP_CODE_VALID' }),
  })
  const screen = await renderScreen(<Register from="phone" />)
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText(/^The connection was lost\. If you get a message at/u)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Send again in/u })).toBeDisabled()
  recordCall('answered', 0)
  await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
  await expect.element(screen.getByRole('heading', { name: 'About you' })).toBeVisible()
  const bodyOf = (path: string) => asked.find((one) => one.path === path)?.body as Record<string, string>
  expect(bodyOf('/api/otp/send')['newToken']).toMatch(/^[\w-]{43}$/u)
  expect(bodyOf('/api/otp/verify')['otpToken']).toBe(bodyOf('/api/otp/send')['newToken'])
  noteExtensions('keys, acts, otp-proof, password-reset')
})

test.each([
  ['at the next attempt', 2],
  ['at once, if the connection is back', 1],
])('an account whose response was lost is found by its password %s', async (_when, lines) => {
  let tries = 0
  let logins = 0
  stubBackend({
    ...registered,
    '/api/account/validate': () => ({ message: 'OK' }),
    '/api/account': () => ((tries += 1) === 1 ? lost() : refusal('UNVERIFIED_OTP')),
    '/api/login': () => ((logins += 1) < lines ? lost() : { token: 'token-1' }),
  })
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register />)
  await screen.getByLabelText('Password', { exact: true }).fill('malijaidee')
  await screen.getByLabelText('Confirm password').fill('malijaidee')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Register' }).click()
  for (let lost = 1; lost < lines; lost += 1) {
    await expect.element(screen.getByRole('alert')).toBeVisible()
    // Only the toast is an alert; the form shows the same text.
    expect(screen.getByRole('alert').elements()).toHaveLength(1)
    recordCall('answered', 0)
    await screen.getByRole('button', { name: 'Register' }).click()
  }
  await expect.poll(() => signedIn.mock.calls).toEqual([['token-1']])
  expect([tries, logins]).toEqual([lines, lines])
})

/** The last step, whose account the server is creating; `answer` is what it says then. */
async function registering(answers: Answers = {}) {
  noteExtensions('late-logout')
  let answer: (said: unknown) => void = () => undefined
  const held = () => new Promise((resolve) => (answer = resolve))
  const asked = stubBackend({
    ...registered,
    '/api/account/validate': () => ({ message: 'OK' }),
    '/api/account': held,
    '/api/logout/late': () => ({ message: 'SUCCESS' }),
    ...('/api/account' in answers && { '/api/login': held }),
    ...answers,
  })
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678' })
  const screen = await renderScreen(<Register />)
  await screen.getByLabelText('Password', { exact: true }).fill('malijaidee')
  await screen.getByLabelText('Confirm password').fill('malijaidee')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Register' }).click()
  const asks = (path: string) => asked.filter((one) => one.path === path)
  await expect.poll(() => asks('/api/account' in answers ? '/api/login' : '/api/account')).toHaveLength(1)
  return { screen, asks, answer: (said: unknown) => answer(said) }
}

test.each(['left', 'typed in'])('an account is welcomed although its step is %s meanwhile', async (how) => {
  const { screen, answer } = await registering()
  if (how === 'left') await screen.getByRole('button', { name: 'Back' }).click()
  else await screen.getByLabelText('Account number').fill('1234567891')
  answer({ message: 'SUCCESS' })
  await expect.element(screen.getByText('Welcome!')).toBeVisible()
  await expect.poll(() => readDraft().phoneNumber).toBe('')
})

test('a session that comes after the registration was left is ended at once', async () => {
  const { screen, asks, answer } = await registering({ '/api/account': lost })
  await screen.unmount()
  answer({ token: 'token-late' })
  await expect
    .poll(() => asks('/api/logout/late').map(({ body }) => body))
    .toEqual([{ session: 'idj5ViW1ZenFdBkswiA4qdMDR_Uw6sC2IH3VFkXmtgE' }])
  expect(signedIn).not.toHaveBeenCalled()
  await expect
    .poll(() => store.get(toastsAtom).map(({ text }) => text))
    .toContain('Your account is ready. You can log in now.')
})

test('an invite code that is too long is refused with a message, for the link and in the form', async () => {
  stubBackend(registered)
  keepDraft({ ...emptyDraft, ...typed, phoneNumber: '0812345678', inviteCode: 'P'.repeat(61) })
  const screen = await renderScreen(<Register isInviteRefused />)
  await expect.element(screen.getByText(/The invite code in this link is too long/u)).toBeVisible()
  await screen.getByLabelText('Password', { exact: true }).fill('malijaidee')
  await screen.getByLabelText('Confirm password').fill('malijaidee')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect
    .element(screen.getByLabelText('Invite code (optional)'))
    .toHaveAccessibleDescription('An invite code has at most 60 characters.')
})
