import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getProfile } from '#api/contract/profile.ts'
import { endSession, signIn } from '#data/session/session.ts'
import {
  type Answers,
  type Asked,
  fetchShownAnew,
  lost,
  refusal,
  renderScreen,
  stubBackend,
} from '#components/test-screen.tsx'
import { formatDate, formatTime } from '#i18n/format.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { recordCall } from '#lib/network/reachability.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import * as v from 'valibot'
import { BankAccountsSection } from './bank-accounts-section.tsx'

const path = '/api/account/bankAccounts'
const of = (id: string, more: object = {}) => ({
  id,
  bankCode: 'SCB',
  bankAccountName: 'MALI JAIDEE',
  bankAccountNo: `123456789${id}`,
  bank: { nameTH: 'ไทยพาณิชย์', nameEN: 'Siam Commercial Bank' },
  ...more,
})
const usual = of('0', { isUsual: true })
const { profile } = v.parse(getProfile.reply, {
  profile: {
    _id: 'm1',
    username: '0812345678',
    createdAt: '2026-01-01T00:00:00Z',
    bankCode: 'SCB',
    bankAccountName: 'MALI JAIDEE',
    bankAccountNo: '1234567890',
  },
})

let accounts: object[]
let answers: Answers
let asked: Asked[]

beforeEach(() => {
  accounts = [usual]
  answers = {
    [path]: () => ({ accounts, maximum: 5 }),
    '/api/lookup/banks': () => [{ code: 'KBANK', nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank' }],
  }
  asked = stubBackend(answers)
  noteExtensions('keys, acts, bank-accounts, otp-proof')
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

const show = () => renderScreen(<BankAccountsSection profile={profile} />)
const bodiesOf = (wanted: string) =>
  asked.filter((one) => one.path === wanted && one.body).map(({ body }) => body)

test('takes the focus of the button that opened it, and says what is to come while it loads', async () => {
  answers[path] = () => new Promise(() => undefined)
  const screen = await show()
  await expect.element(screen.getByText('Loading your bank accounts')).toBeInTheDocument()
  await expect.element(screen.getByRole('region', { name: 'Other bank accounts' })).toHaveFocus()
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('with the usual account alone it lists none, and says how many there may be', async () => {
  const screen = await show()
  await expect.element(screen.getByText(/up to 5 accounts in your own name/u)).toBeVisible()
  expect(screen.getByRole('listitem').elements()).toEqual([])
  await expect.element(screen.getByRole('button', { name: 'Add a bank account' })).toBeEnabled()
})

test('what could not be loaded is asked for again', async () => {
  answers[path] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  const screen = await show()
  await expect.element(screen.getByText('Your bank accounts could not be loaded')).toBeVisible()
  answers[path] = () => ({ accounts: [usual, of('1')], maximum: 5 })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText(/123-456-7891/u)).toBeVisible()
})

test('without a network it shows what is known, and nothing can be changed', async () => {
  accounts = [usual, of('1')]
  const screen = await show()
  await expect.element(screen.getByText(/123-456-7891/u)).toBeVisible()
  store.set(connectionAtom, 'offline')
  await expect.element(screen.getByRole('button', { name: /^Make .* the usual account$/u })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: /^Remove /u })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Add a bank account' })).toBeDisabled()
})

test('says from when a new account can be used', async () => {
  const heldUntil = new Date(Date.now() + 24 * 3_600_000).toISOString()
  accounts = [usual, of('1', { heldUntil })]
  const screen = await show()
  const from = `You can withdraw to it from ${formatDate(heldUntil)} ${formatTime(heldUntil)}.`
  await expect.element(screen.getByText(from)).toBeVisible()
})

test('a filled form stays where the banks cannot be fetched again', async () => {
  const screen = await show()
  await screen.getByRole('button', { name: 'Add a bank account' }).click()
  const account = screen.getByRole('textbox', { name: 'Account number' })
  await account.fill('9876543210')
  answers['/api/lookup/banks'] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  await fetchShownAnew()
  expect(asked.filter((one) => one.path === '/api/lookup/banks')).toHaveLength(2)
  await expect.element(account).toHaveValue('9876543210')
})

test('five are as many as there can be', async () => {
  accounts = [usual, ...['1', '2', '3', '4'].map((id) => of(id))]
  const screen = await show()
  await expect.element(screen.getByText(/5 accounts, which is as many as you can have/u)).toBeVisible()
  expect(screen.getByRole('listitem').elements()).toHaveLength(4)
  expect(screen.getByRole('button', { name: 'Add a bank account' }).query()).toBeNull()
})

test('the one chosen as usual leaves the list of the others, and the focus stays in the section', async () => {
  accounts = [usual, of('1'), of('2')]
  answers[`${path}/1/usual`] = () => {
    accounts = [of('1', { isUsual: true }), of('0'), of('2')]
    return { message: 'SUCCESS' }
  }
  const screen = await show()
  await screen
    .getByRole('button', { name: 'Make Siam Commercial Bank 123-456-7891 the usual account' })
    .click()
  await expect.element(screen.getByText('Usual account: Siam Commercial Bank 123-456-7891')).toBeVisible()
  await expect.element(screen.getByRole('listitem').filter({ hasText: '123-456-7890' })).toBeVisible()
  expect(screen.getByRole('listitem').filter({ hasText: '123-456-7891' }).query()).toBeNull()
  await expect.element(screen.getByRole('region', { name: 'Other bank accounts' })).toHaveFocus()
  expect(asked.filter((one) => one.path === `${path}/1/usual`)).toHaveLength(1)
})

test('one that money is on its way to stays, and the member is told why', async () => {
  accounts = [usual, of('1')]
  answers[`${path}/1`] = () => refusal('BANK_ACCOUNT_IN_USE')
  const screen = await show()
  await screen.getByRole('button', { name: /^Remove /u }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(screen.getByText(/123-456-7891/u).first()).toBeVisible()
  expect(asked.filter((one) => one.path === `${path}/1`)).toHaveLength(1)
})

describe('adding one', () => {
  beforeEach(() => {
    answers['/api/otp/send'] = () => ({ otpRef: 'ABCD', otpToken: 'proof-1', code: 'OK' })
    answers['/api/otp/verify'] = () => ({ code: 'OTP_CODE_VALID' })
    answers[path] = ({ body }) => {
      if (!body) return { accounts, maximum: 5 }
      if ((body as { otpToken?: string }).otpToken !== 'proof-1') return refusal('UNVERIFIED_OTP')
      accounts = [usual, of('1')]
      return { message: 'SUCCESS' }
    }
  })

  async function fill(accountNo: string) {
    const screen = await show()
    await screen.getByRole('button', { name: 'Add a bank account' }).click()
    await screen.getByRole('combobox').click()
    await screen.getByRole('option', { name: 'Kasikornbank' }).click()
    await screen.getByRole('textbox', { name: 'Account number' }).fill(accountNo)
    await screen.getByRole('button', { name: 'Add a bank account' }).click()
    return screen
  }

  test('needs a code that is sent to the member’s own phone', async () => {
    const screen = await fill('123-4-56789-1')
    await expect.element(screen.getByText('0812345678')).toBeVisible()
    await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
    await expect.element(screen.getByText('Bank account added')).toBeVisible()
    await expect.element(screen.getByText(/123-456-7891/u)).toBeVisible()
    const account = { bankCode: 'KBANK', bankAccountName: 'MALI JAIDEE', bankAccountNo: '1234567891' }
    expect(bodiesOf(path)).toEqual([account, { ...account, otpToken: 'proof-1' }])
  })

  test('where a keyboard leaves little room, the code’s step shows what the code is for and where it went', async () => {
    await page.viewport(360, 240)
    const screen = await fill('1234567891')
    await expect.element(screen.getByLabelText('Six-digit code')).toHaveFocus()
    const where = screen.getByText('0812345678').element().parentElement
    expect(where?.getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
    await expect.element(screen.getByLabelText('Six-digit code')).toBeInViewport()
  })

  test('after a lost answer nobody is told that a code went out; one that arrives belongs to the token that was sent', async () => {
    noteExtensions('keys, acts, bank-accounts, otp-proof, otp-token')
    answers['/api/otp/send'] = lost
    const screen = await fill('1234567891')
    await expect
      .element(screen.getByText(/^The connection was lost\. If you get a message at/u))
      .toBeVisible()
    expect(screen.getByText(/we sent/u).query()).toBeNull()
    recordCall('answered', 0)
    await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
    await expect.poll(() => bodiesOf('/api/otp/verify')).toHaveLength(1)
    const { newToken } = bodiesOf('/api/otp/send')[0] as { newToken: string }
    expect(bodiesOf('/api/otp/verify')).toEqual([{ otpToken: newToken, otpCode: '123456' }])
  })

  test('the form says what this bank wants of the name, and that the number has an unusual length', async () => {
    answers['/api/lookup/banks'] = () => [{ code: 'KTB', nameTH: 'กรุงไทย', nameEN: 'Krungthai Bank' }]
    const screen = await show()
    await screen.getByRole('button', { name: 'Add a bank account' }).click()
    const name = screen.getByRole('textbox', { name: 'Account name' })
    const number = screen.getByRole('textbox', { name: 'Account number' })
    await expect.element(name).toHaveAccessibleDescription('It must be your own, as in the bank’s app.')
    await screen.getByRole('combobox').click()
    await screen.getByRole('option', { name: 'Krungthai Bank' }).click()
    await expect.element(name).toHaveAccessibleDescription('In English letters, as in the bank’s app.')
    await expect.element(name).toHaveAttribute('autocapitalize', 'characters')
    await number.fill('12345678901')
    await expect
      .element(number)
      .toHaveAccessibleDescription('This bank’s numbers usually have another length. Please look once more.')
    await number.fill('1234567890')
    await expect.element(number).not.toHaveAccessibleDescription()
  })

  test('a reload while the member reads the SMS loses no code, and a used one is gone', async () => {
    signIn('token-1', false)
    const accept = answers[path]
    answers[path] = (one) => {
      const isVerified = asked.some((earlier) => earlier.path === '/api/otp/verify')
      return one.body && !isVerified ? refusal('UNVERIFIED_OTP') : accept?.(one)
    }
    const before = await fill('1234567891')
    await expect.element(before.getByLabelText('Six-digit code')).toBeVisible()
    await before.unmount()
    const screen = await fill('1234567891')
    await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
    await expect.element(screen.getByText('Bank account added')).toBeVisible()
    expect(bodiesOf('/api/otp/send')).toHaveLength(1)
    expect(sessionStorage.getItem(storageKeys.sentOtp)).toBeNull()
  })

  test('a code that was confirmed is not offered again where the answer to the change was lost', async () => {
    signIn('token-1', false)
    const tokens = ['proof-1', 'proof-2']
    answers['/api/otp/send'] = () => ({ otpRef: 'ABCD', otpToken: tokens.shift(), code: 'OK' })
    answers[path] = ({ body }) => {
      if (!body) return { accounts, maximum: 5 }
      const { otpToken } = body as { otpToken?: string }
      return otpToken === 'proof-1' ? refusal('INTERNAL_SERVER_ERROR', 500) : refusal('UNVERIFIED_OTP')
    }
    const before = await fill('1234567891')
    await userEvent.fill(before.getByLabelText('Six-digit code'), '123456')
    await expect.poll(() => bodiesOf(path)).toHaveLength(2)
    await expect.poll(() => sessionStorage.getItem(storageKeys.sentOtp)).toBeNull()
    await before.unmount()
    const screen = await fill('1234567891')
    await expect.element(screen.getByLabelText('Six-digit code')).toBeVisible()
    expect(bodiesOf('/api/otp/send')).toHaveLength(2)
  })

  test('a code that comes after the sign-out is not kept', async () => {
    signIn('token-1', false)
    let answer: (said: unknown) => void = () => undefined
    answers['/api/otp/send'] = () => new Promise((resolve) => (answer = resolve))
    const screen = await fill('1234567891')
    await expect.poll(() => bodiesOf('/api/otp/send')).toHaveLength(1)
    endSession()
    answer({ otpRef: 'ABCD', otpToken: 'proof-1', code: 'OK' })
    await expect.element(screen.getByLabelText('Six-digit code')).toBeVisible()
    expect(sessionStorage.getItem(storageKeys.sentOtp)).toBeNull()
  })

  test('without any bank to choose it says so, in the place of an empty menu', async () => {
    answers['/api/lookup/banks'] = () => []
    const screen = await show()
    await screen.getByRole('button', { name: 'Add a bank account' }).click()
    await expect
      .element(screen.getByRole('group', { name: 'Bank', exact: true }))
      .toHaveAccessibleDescription('No bank can be chosen right now. Please contact us.')
    expect(screen.getByRole('combobox').query()).toBeNull()
  })

  test('from the code the way leads back to what was typed', async () => {
    const screen = await fill('1234567891')
    await expect.element(screen.getByLabelText('Six-digit code')).toBeVisible()
    await screen.getByRole('button', { name: 'Go back' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Account number' })).toHaveValue('1234567891')
    await expect.element(screen.getByRole('combobox')).toHaveTextContent('Kasikornbank')
  })

  test('a number that cannot be one is not sent', async () => {
    const screen = await fill('1234')
    await expect
      .element(screen.getByText('An account number has 8 to 20 digits and nothing else.'))
      .toBeVisible()
    expect(bodiesOf(path)).toEqual([])
  })
})
