import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { updateBankAccountName } from '#api/contract/bank-account.ts'
import {
  type Answers,
  type Asked,
  lost,
  refusal,
  passTime,
  renderScreen,
  stillUntil,
  stubBackend,
} from '#components/test-screen.tsx'
import { dropSentOtp } from '#data/session/sent-otp.ts'
import { errorText } from '#errors/catalogue.ts'
import { announcedSoFar, noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { toastsAtom } from '#ui/message/toast.ts'
import { HolderNameSheet } from './holder-name-sheet.tsx'
import { useNamePrompt } from './use-name-prompt.ts'

const path = '/api/account/bankAccountName'
const member = (bankAccountName: string, bankCode = 'KTB') => ({
  profile: { _id: 'M1', username: '0812345678', createdAt: '2025-01-31T18:00:00Z', bankCode },
  bankAccount: { bankAccountName, bankAccountNo: '1234567890', bank: { nameTH: 'ธนาคารกรุงไทย' } },
  wallet: { amount: 0 },
})

let answers: Answers
let asked: Asked[]
const sent = () => asked.filter((one) => one.path === path).map(({ body }) => body)

const announced = announcedSoFar()

beforeEach(() => {
  answers = {
    '/api/account/profile': () => member('Mali ใจดี'),
    '/api/wallet': () => member('Mali ใจดี'),
    [path]: ({ body }) => member((body as { bankAccountName: string }).bankAccountName),
  }
  asked = stubBackend(answers)
})
afterEach(() => {
  dropSentOtp()
  noteExtensions(announced)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function show() {
  const onClose = vi.fn<() => void>()
  const screen = await renderScreen(<HolderNameSheet onClose={onClose} />)
  const name = screen.getByRole('textbox', { name: 'Account name' })
  const save = screen.getByRole('button', { name: 'Save' })
  return { screen, name, save, onClose }
}

test('starts with the English part of the name, and capitalises what is typed', async () => {
  const { name } = await show()
  await expect.element(name).toHaveValue('MALI')
  await userEvent.type(name, ' jaidee')
  await expect.element(name).toHaveValue('MALI JAIDEE')
  const input = name.element() as HTMLInputElement
  input.setSelectionRange(2, 2)
  await userEvent.keyboard('x')
  await expect.element(name).toHaveValue('MAXLI JAIDEE')
  expect(input.selectionStart).toBe(3)
})

test.each(['มะลิ', 'MALI 2', 'MALI-JAIDEE'])('%s is refused while it is typed', async (typed) => {
  const { screen, name, save } = await show()
  await name.fill(typed)
  await expect.element(screen.getByText('Please use English letters and spaces only.')).toBeVisible()
  await save.click()
  expect(sent()).toEqual([])
})

test('saves it with the bank, 200 ms after the tap', async () => {
  const { screen, name, save, onClose } = await show()
  await name.fill('  mali   jaidee ')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await save.click()
  await stillUntil(() => save.element().ariaBusy === 'true')
  await passTime(199)
  expect(save.element().ariaBusy).toBe('true')
  expect(sent()).toEqual([])
  await passTime(1)
  await stillUntil(() => sent().length === 1)
  vi.useRealTimers()
  await expect.element(screen.getByText('The name has been saved')).toBeVisible()
  await expect.poll(sent).toEqual([{ bankCode: 'KTB', bankAccountName: 'MALI JAIDEE' }])
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
})

test('names the account that it shows, where there may be others', async () => {
  noteExtensions('keys, acts, bank-accounts')
  const { name, save } = await show()
  await name.fill('MALI JAIDEE')
  await save.click()
  const account = { bankCode: 'KTB', bankAccountNo: '1234567890' }
  await expect.poll(sent).toEqual([{ ...account, bankAccountName: 'MALI JAIDEE' }])
})

const told = updateBankAccountName.errors.filter((code) => code !== 'UNVERIFIED_OTP')
test.each([...told, 'Not by phone'])('%s is told in its place', async (code) => {
  answers[path] = () => refusal(code)
  const { screen, name, save } = await show()
  await name.fill('MALI JAIDEE')
  await save.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(errorText(code)?.message ?? code)
})

describe('a backend that requires a code', () => {
  const send = '/api/otp/send'
  const of = (wanted: string) => asked.filter((one) => one.path === wanted).map(({ body }) => body)
  let codes: number

  beforeEach(() => {
    codes = 0
    answers[path] = ({ body }) => {
      const { otpToken, bankAccountName } = body as { otpToken?: string; bankAccountName: string }
      return otpToken === 'proof-1' && of('/api/otp/verify').length > 0
        ? member(bankAccountName)
        : refusal('UNVERIFIED_OTP')
    }
    answers[send] = () => ({ otpRef: 'ABCD', otpToken: `proof-${(codes += 1)}`, code: 'OK' })
    answers['/api/otp/verify'] = () => ({ code: 'OTP_CODE_VALID' })
  })

  test('a code is sent to the member’s own phone, entered, and the name saved with it', async () => {
    const { screen, name, save, onClose } = await show()
    await name.fill('mali jaidee')
    await save.click()
    await expect.element(screen.getByText('0812345678')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /Send again in 0[01]:/u })).toBeDisabled()
    await expect.poll(() => of(send)).toEqual([{ phoneNumber: '0812345678' }])
    await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
    await expect.element(screen.getByText('The name has been saved')).toBeVisible()
    await expect.poll(() => onClose).toHaveBeenCalledOnce()
    await expect.poll(() => of('/api/otp/verify')).toEqual([{ otpToken: 'proof-1', otpCode: '123456' }])
    const change = { bankCode: 'KTB', bankAccountName: 'MALI JAIDEE' }
    await expect.poll(sent).toEqual([change, { ...change, otpToken: 'proof-1' }])
    // Two operations, not one sent twice.
    expect(new Set(asked.filter((one) => one.path === path).map(({ key }) => key)).size).toBe(2)
  })

  test('a wrong code is reported, and a short one is not sent', async () => {
    answers['/api/otp/verify'] = () => refusal('OTP_CODE_INVALID')
    const { screen, name, save } = await show()
    await name.fill('mali jaidee')
    await save.click()
    const code = screen.getByLabelText('Six-digit code')
    await userEvent.fill(code, '12345')
    await screen.getByRole('button', { name: 'Confirm the code' }).click()
    await expect.element(screen.getByText('Enter all six digits of the code.')).toBeVisible()
    expect(of('/api/otp/verify')).toEqual([])
    await userEvent.fill(code, '123456')
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/code does not match/u)
    await expect.poll(sent).toHaveLength(1)
  })

  test('once the sheet was closed nothing is asked of the member, who is told that nothing was saved', async () => {
    let answer: (reply: Response) => void = () => undefined
    answers[path] = () => new Promise((resolve) => (answer = resolve))
    const { screen, name, save } = await show()
    await name.fill('mali jaidee')
    await save.click()
    await expect.poll(sent).toHaveLength(1)
    await screen.unmount()
    answer(refusal('UNVERIFIED_OTP'))
    const told = errorText('UNVERIFIED_OTP')?.message
    await expect.poll(() => store.get(toastsAtom).map(({ title }) => title)).toEqual([told])
    expect(of(send)).toEqual([])
  })

  test('that it does is told if it is found only later, and asked for at the next try', async () => {
    const asks = answers[path]!
    answers[path] = lost
    answers['/api/acts'] = () => ({ status: 'unknown' })
    const { screen, name, save } = await show()
    await name.fill('mali jaidee')
    await expect.element(save).toBeEnabled()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ;(save.element() as HTMLElement).click()
    const again = screen.getByRole('button', { name: 'Check again' })
    while (!again.query()) await passTime(1000)
    vi.useRealTimers()
    answers['/api/acts'] = () => ({ status: 'failed', reply: { message: 'UNVERIFIED_OTP' } })
    await again.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(errorText('UNVERIFIED_OTP')!.message!)
    answers[path] = asks
    await save.click()
    await expect.element(screen.getByLabelText('Six-digit code')).toBeVisible()
    expect(screen.getByRole('alert').query()).toBeNull()
  })

  test('the name can be changed meanwhile, and the sent code stays valid', async () => {
    const { screen, name, save } = await show()
    await name.fill('mali jaide')
    await save.click()
    await screen.getByRole('button', { name: 'Change the name' }).click()
    await expect.element(name).toHaveValue('MALI JAIDE')
    await name.fill('mali jaidee')
    await save.click()
    await userEvent.fill(screen.getByLabelText('Six-digit code'), '123456')
    await expect.element(screen.getByText('The name has been saved')).toBeVisible()
    await expect.poll(() => of(send)).toHaveLength(1)
    await expect
      .poll(() => sent().at(-1))
      .toMatchObject({ bankAccountName: 'MALI JAIDEE', otpToken: 'proof-1' })
  })

  test('a code that cannot be sent is reported, and the name stays', async () => {
    answers[send] = () => refusal('REQUEST_LIMIT_1MIN', 429)
    const { screen, name, save } = await show()
    await name.fill('mali jaidee')
    await save.click()
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent(errorText('REQUEST_LIMIT_1MIN')?.message ?? '')
    await expect.element(name).toHaveValue('MALI JAIDEE')
  })
})

test('an untouched field takes the profile’s name again after a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { name } = await show()
  await stillUntil(() => name.query() !== null)
  await passTime(0)
  const input = name.element() as HTMLInputElement
  // Browser autofill changes the value without an event.
  input.value = 'SOMEBODY'
  await passTime(999)
  expect(input.value).toBe('SOMEBODY')
  await passTime(1)
  await stillUntil(() => input.value === 'MALI')
})

test('a bank that accepts any letters needs no change here', async () => {
  answers['/api/account/profile'] = () => member('มะลิ', 'KBANK')
  const { screen } = await show()
  await expect.element(screen.getByText('This name cannot be changed here')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Contact us' })
  await expect.element(link).toHaveAttribute('href', '/user/contact')
})

function Prompt({ asking = false }: { asking?: boolean }) {
  const { open, dismiss } = useNamePrompt(asking)
  return <button onClick={dismiss}>{open ? 'asks' : 'silent'}</button>
}

test.each([
  ['KTB', 'มะลิ ใจดี', 'asks'],
  ['TMB', 'Mali ใจดี', 'asks'],
  ['BBL', 'MALI2', 'asks'],
  ['KTB', 'MALI JAIDEE', 'silent'],
  ['KTB', '', 'silent'],
  ['KBANK', 'มะลิ ใจดี', 'silent'],
  ['BCEL', 'ມະລິ', 'silent'],
])('for %s and %j the question %s', async (bankCode, name, does) => {
  answers['/api/wallet'] = () => member(name, bankCode)
  const screen = await renderScreen(<Prompt />)
  await expect.poll(() => asked.some((one) => one.path === '/api/wallet')).toBe(true)
  await expect.element(screen.getByRole('button', { name: does })).toBeVisible()
})

test('the question is asked once, and not after the sheet was already opened', async () => {
  answers['/api/wallet'] = () => member('มะลิ ใจดี')
  const screen = await renderScreen(<Prompt />)
  await screen.getByRole('button', { name: 'asks' }).click()
  await expect.element(screen.getByRole('button', { name: 'silent' })).toBeVisible()
  await screen.unmount()
  const other = await renderScreen(<Prompt asking />)
  await expect.poll(() => asked.filter((one) => one.path === '/api/wallet')).toHaveLength(2)
  await expect.element(other.getByRole('button', { name: 'silent' })).toBeVisible()
})
