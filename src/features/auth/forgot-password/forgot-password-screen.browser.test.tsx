import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answers, lost, refusal, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { recordCall } from '#lib/network/reachability.ts'
import { removeStored } from '#lib/storage.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { loginPhoneAtom } from '../login-phone.ts'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'

const phone = '0812345678'
const good = 'petal-and-river-9'
const resetPath = '/api/account/resetpwd'
const sms = { otpRef: 'ABCD', otpToken: 'proof', code: 'OK' }
const done = vi.fn<() => void>()
const unknown = /Your password may have been changed: try to log in with the new one/u

afterEach(() => {
  vi.unstubAllGlobals()
  removeStored(storageKeys.resetDraft)
  store.set(loginPhoneAtom, '')
  recordCall('answered', 0)
  done.mockReset()
})

function Forgotten() {
  const [step, setStep] = useState<'phone' | 'code' | 'password'>('phone')
  return <ForgotPasswordScreen step={step} onStep={setStep} onDone={done} />
}

async function show(answers: Answers = {}) {
  const asked = stubBackend({
    '/api/otp/send': () => sms,
    '/api/otp/verify': () => ({ code: 'OTP_CODE_VALID' }),
    [resetPath]: () => ({ message: 'SUCCESS' }),
    ...answers,
  })
  const screen = await renderScreen(<Forgotten />)
  const field = (label: string) => screen.getByLabelText(label, { exact: true })
  return {
    screen,
    field,
    bodies: (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body),
    keys: () => asked.filter((one) => one.path === resetPath).map(({ key }) => key),
    async sendCode() {
      await screen.getByRole('button', { name: 'Continue' }).click()
    },
    async enterCode() {
      await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
      await expect.element(screen.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    },
    async save(password: string, again = password) {
      await field('New password').fill(password)
      await field('Confirm new password').fill(again)
      await screen.getByRole('button', { name: 'Save the new password' }).click()
    },
  }
}

test('phone, code, new password: each call has its purpose, and the sign-in starts with the phone', async () => {
  store.set(loginPhoneAtom, phone)
  const { screen, field, bodies, keys, sendCode, enterCode, save } = await show({
    [resetPath]: () => ({ message: 'SUCCESS', renewedGames: 1 }),
  })
  // The phone as typed at the sign-in.
  await expect.element(field('Phone number')).toHaveValue(phone)
  await sendCode()
  // The page does not reveal whether the number has an account.
  await expect.element(screen.getByText('If that number has an account, six digits are in it.')).toBeVisible()
  await enterCode()
  await save(good)
  await expect.poll(() => done).toHaveBeenCalledOnce()
  await expect.element(screen.getByText('Your password has been changed')).toBeVisible()
  await expect
    .element(screen.getByText(/^All devices were logged out.*Your game passwords have changed too/u))
    .toBeVisible()
  await expect
    .poll(() => bodies('/api/otp/send'))
    .toEqual([{ phoneNumber: phone, purpose: 'reset-password' }])
  await expect
    .poll(() => bodies(resetPath))
    .toEqual([{ username: phone, newPassword: good, otpToken: 'proof' }])
  await expect.poll(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/u)])
  await expect.poll(() => store.get(loginPhoneAtom)).toBe(phone)
  expect(sessionStorage.getItem(storageKeys.resetDraft)).toBeNull()
})

test('errors show at their field: different passwords, and one that the server finds too easy', async () => {
  const answers: Answers = { [resetPath]: () => refusal('WEAK_PASSWORD') }
  store.set(loginPhoneAtom, phone)
  const { screen, field, bodies, sendCode, enterCode, save } = await show(answers)
  await sendCode()
  await enterCode()
  await save('petal-and', 'petal')
  await expect.element(screen.getByText('The two passwords are not the same.')).toBeVisible()
  expect(bodies(resetPath)).toEqual([])
  await save('password1')
  await expect
    .element(field('New password'))
    .toHaveAccessibleDescription(/This password is too easy to guess/u)
  await expect.element(field('New password')).toHaveFocus()
  // Only at the field, not again below the form.
  expect(screen.getByText(/This password is too easy to guess/u).elements()).toHaveLength(1)
  await field('New password').fill('password12')
  await expect.element(screen.getByText(/This password is too easy to guess/u)).not.toBeInTheDocument()
})

test('typing a password shows its strength, and does not block anything', async () => {
  store.set(loginPhoneAtom, phone)
  const { field, bodies, sendCode, enterCode, save } = await show()
  await sendCode()
  await enterCode()
  for (const [typed, said] of [
    ['river', 'Too short: use at least 8 characters.'],
    [phone, 'Easy to guess: this is your phone number.'],
    ['aaaaaaaaaaaa', 'Easy to guess: use more different characters.'],
    ['river1234', 'Long enough. A few more characters make it safer.'],
    ['river and petal', 'Good length'],
  ] as const) {
    await field('New password').fill(typed)
    await expect.element(field('New password')).toHaveAccessibleDescription(said)
  }
  await save('river')
  await expect.poll(() => bodies(resetPath)).toHaveLength(1)
})

test('after a lost response the retry has the same key; another password has its own', async () => {
  let tries = 0
  const answers: Answers = {
    [resetPath]: () => {
      tries += 1
      return tries < 3 ? lost() : { message: 'SUCCESS' }
    },
  }
  store.set(loginPhoneAtom, phone)
  const { screen, keys, sendCode, enterCode, save } = await show(answers)
  await sendCode()
  await enterCode()
  await save(good)
  await expect.element(screen.getByRole('alert').getByText(unknown)).toBeVisible()
  await save(good)
  await expect.poll(() => tries).toBe(2)
  await expect.element(screen.getByRole('alert').getByText(unknown)).toBeVisible()
  await save('another-river-9')
  await expect.poll(() => done).toHaveBeenCalledOnce()
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('after a lost response the password may have changed, whatever kept the next attempt from arriving', async () => {
  let isLost = true
  store.set(loginPhoneAtom, phone)
  const { screen, bodies, sendCode, enterCode, save } = await show({
    [resetPath]: () => (isLost ? lost() : refusal('REQUEST_LIMIT_1MIN', 429)),
  })
  await sendCode()
  await enterCode()
  await save(good)
  const said = screen.getByRole('alert')
  await expect.element(said.getByText(unknown)).toBeVisible()
  isLost = false
  await save(good)
  await expect.poll(() => bodies(resetPath)).toHaveLength(2)
  await expect.element(said.getByText(unknown)).toBeVisible()
  await said.getByRole('button', { name: 'Log in' }).click()
  expect(done).toHaveBeenCalledOnce()
  expect(store.get(loginPhoneAtom)).toBe(phone)
  await expect.element(screen.getByText('Your password has been changed')).not.toBeInTheDocument()
})

test('what never left the phone has changed nothing', async () => {
  store.set(loginPhoneAtom, phone)
  const { screen, bodies, sendCode, enterCode, save } = await show()
  await sendCode()
  await enterCode()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await save(good)
  await expect.element(screen.getByRole('alert').getByText(/offline/u)).toBeVisible()
  online.mockRestore()
  expect(bodies(resetPath)).toEqual([])
})

test('what is typed while the new password is being saved does not hold its success back', async () => {
  let answer: (said: unknown) => void = () => undefined
  store.set(loginPhoneAtom, phone)
  const { field, bodies, sendCode, enterCode, save } = await show({
    [resetPath]: () => new Promise((resolve) => (answer = resolve)),
  })
  await sendCode()
  await enterCode()
  await save(good)
  await expect.poll(() => bodies(resetPath)).toHaveLength(1)
  await field('Confirm new password').fill('another')
  answer({ message: 'SUCCESS' })
  await expect.poll(() => done).toHaveBeenCalledOnce()
})

test('an expired verification leads back to a new code', async () => {
  store.set(loginPhoneAtom, phone)
  const { screen, field, bodies, sendCode, enterCode, save } = await show({
    [resetPath]: () => refusal('UNVERIFIED_OTP'),
  })
  await sendCode()
  await enterCode()
  await save(good)
  await expect.element(screen.getByText('Please verify your phone number again')).toBeVisible()
  await expect.element(field('Phone number')).toHaveValue(phone)
  await sendCode()
  await expect.element(screen.getByLabelText('Six-digit code')).toBeVisible()
  await expect.poll(() => bodies('/api/otp/send')).toHaveLength(2)
})
