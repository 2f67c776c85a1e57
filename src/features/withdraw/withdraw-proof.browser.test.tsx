import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { endSession, signIn } from '#data/session/session.ts'
import { type Answers, type Asked, lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { WithdrawSheet } from './withdraw-sheet.tsx'

const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
  bankAccount: { bankAccountName: 'SOMCHAI', bankAccountNo: '1234567890', bank: { nameTH: 'กสิกรไทย' } },
  wallet: { amount: 8230 },
  slots: [],
}

let answers: Answers
let asked: Asked[]
beforeEach(() => {
  answers = {
    '/api/wallet': () => wallet,
    '/api/lookup/withdraw': () => ({ withdrawMin: 100, withdrawMax: 5000, proofAbove: 1000 }),
    '/api/bonus/check/active': () => ({ status: false, type: '' }),
    '/api/statement': () => ({ total: 0, statements: [] }),
    '/api/otp/send': () => ({ otpRef: 'ABCD', otpToken: 'proof-1', code: 'OK' }),
    '/api/otp/verify': () => ({ code: 'OTP_CODE_VALID' }),
    '/api/wallet/withdraw': () => ({ message: 'SUCCESS' }),
  }
  asked = stubBackend(answers)
  noteExtensions('keys, acts, password-reset, withdraw-proof, passkeys')
})
afterEach(() => {
  endSession()
  store.set(connectionAtom, 'online')
  vi.unstubAllGlobals()
})

const bodies = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)

async function order(amount: string) {
  const screen = await renderScreen(<WithdrawSheet onClose={vi.fn<() => void>()} />)
  await screen.getByRole('textbox', { name: 'Amount to withdraw' }).fill(amount)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Confirm withdrawal' }).click()
  return screen
}

test('a large withdrawal is sent with a code, where the member has no passkey for it', async () => {
  const screen = await order('1000.01')
  await screen.getByRole('button', { name: 'Send the code' }).click()
  await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
  await expect.poll(() => bodies('/api/wallet/withdraw')).toEqual([{ amount: 1000.01, otpToken: 'proof-1' }])
  expect(bodies('/api/otp/send')).toMatchObject([{ phoneNumber: '0812345678', purpose: 'withdrawal' }])
})

test('after a lost answer the member is told that the code may not have been sent', async () => {
  noteExtensions('keys, acts, withdraw-proof, otp-token')
  answers['/api/otp/send'] = lost
  const screen = await order('1000.01')
  await screen.getByRole('button', { name: 'Send the code' }).click()
  await expect
    .element(screen.getByText(/^The connection was lost\. If you get a message at 0812345678,/u))
    .toBeVisible()
})

const kept = () => sessionStorage.getItem(storageKeys.sentOtp)

test('a reload while the member reads the SMS loses no code; a used one, and that of an ended session, is gone', async () => {
  signIn('token-1', false)
  const before = await order('1000.01')
  await before.getByRole('button', { name: 'Send the code' }).click()
  await expect.element(before.getByLabelText('Six-digit code')).toBeVisible()
  await before.unmount()

  const screen = await order('1000.01')
  await expect.element(screen.getByRole('button', { name: /^Send again in/u })).toBeDisabled()
  const text = kept() ?? ''
  await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
  await expect.poll(() => bodies('/api/wallet/withdraw')).toEqual([{ amount: 1000.01, otpToken: 'proof-1' }])
  expect(bodies('/api/otp/send')).toHaveLength(1)
  expect(kept()).toBeNull()

  sessionStorage.setItem(storageKeys.sentOtp, text)
  endSession()
  expect(kept()).toBeNull()
})

const sent = {
  purpose: 'withdrawal',
  phoneNumber: '0812345678',
  otpRef: 'ABCD',
  otpToken: 'proof-0',
  sentAt: Date.now(),
}
test.each([
  ['has expired', { ...sent, sentAt: sent.sentAt - 5 * 60_000 }],
  ['is of another day', { ...sent, sentAt: sent.sentAt + 24 * 60 * 60_000 }],
  ['was sent to another phone', { ...sent, phoneNumber: '0898765432' }],
  ['has lost its token', { ...sent, otpToken: '' }],
])('a stored code that %s is dropped', async (_why, stored) => {
  signIn('token-1', false)
  sessionStorage.setItem(storageKeys.sentOtp, JSON.stringify(stored))
  const screen = await order('1000.01')
  await expect.element(screen.getByRole('button', { name: 'Send the code' })).toBeVisible()
  expect(kept()).toBeNull()
})

test('a stored code for a bank change is left alone, and proves no withdrawal', async () => {
  signIn('token-1', false)
  const text = JSON.stringify({ ...sent, purpose: 'bank-account', sentAt: Date.now() })
  sessionStorage.setItem(storageKeys.sentOtp, text)
  const screen = await order('1000.01')
  await expect.element(screen.getByRole('button', { name: 'Send the code' })).toBeVisible()
  expect(kept()).toBe(text)
})

test('offline the code cannot be asked for, and the button says why', async () => {
  const screen = await order('1000.01')
  const send = screen.getByRole('button', { name: 'Send the code' })
  await expect.element(send).toBeEnabled()
  store.set(connectionAtom, 'offline')
  await expect.element(send).toBeDisabled()
  await expect
    .element(send)
    .toHaveAccessibleDescription('You are offline. You can go on when you are connected again.')
})

test('one up to the house’s amount needs none', async () => {
  await order('1000')
  await expect.poll(() => bodies('/api/wallet/withdraw')).toEqual([{ amount: 1000 }])
})

test('nothing is sent once the sheet was closed while the code was being checked', async () => {
  let answer: (reply: Response) => void = () => undefined
  answers['/api/otp/verify'] = () => new Promise((resolve) => (answer = resolve))
  const screen = await order('1000.01')
  await screen.getByRole('button', { name: 'Send the code' }).click()
  await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
  await expect.poll(() => bodies('/api/otp/verify')).toHaveLength(1)
  await screen.unmount()
  const reply = Response.json({ code: 'OTP_CODE_VALID' })
  answer(reply)
  await expect.poll(() => reply.bodyUsed).toBe(true)
  expect(bodies('/api/wallet/withdraw')).toEqual([])
})
