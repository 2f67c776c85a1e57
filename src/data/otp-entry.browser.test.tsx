import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverNow } from '#lib/clock.ts'
import { type Asked, renderScreen, stubBackend } from './test-screen.tsx'
import { OtpField, useOtpEntry } from './otp-entry.tsx'

/** The browser's question for the SMS, which the test answers. */
interface Waiting {
  options: CredentialRequestOptions & { otp?: unknown }
  answer(credential: unknown): void
}
let waiting: Waiting[]
let asked: Asked[]
const verified = vi.fn<() => void>()

function Entry() {
  const entry = useOtpEntry({
    phoneNumber: '0812345678',
    sent: { otpRef: 'ABCD', otpToken: 'token', sentAt: serverNow() },
    onSent: () => undefined,
    onVerified: verified,
  })
  return <OtpField entry={entry} />
}

beforeEach(() => {
  waiting = []
  verified.mockClear()
  vi.stubGlobal('OTPCredential', class {})
  vi.spyOn(navigator.credentials, 'get').mockImplementation(
    (options = {}) =>
      new Promise((resolve) => {
        waiting.push({ options, answer: (credential) => resolve(credential as Credential) })
      }),
  )
  asked = stubBackend({ '/api/otp/verify': () => ({ code: 'OTP_CODE_VALID' }) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the code is read from the SMS and checked by itself', async () => {
  const screen = await renderScreen(<Entry />)
  await expect.poll(() => waiting.length).toBe(1)
  expect(waiting[0]?.options.otp).toEqual({ transport: ['sms'] })
  waiting[0]?.answer({ code: '246810' })
  await expect.element(screen.getByRole('textbox')).toHaveValue('246810')
  await expect.element(screen.getByRole('textbox')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.poll(() => verified.mock.calls.length).toBe(1)
  expect(asked.map(({ body }) => body)).toEqual([{ otpToken: 'token', otpCode: '246810' }])
})

test.each([null, { code: '12345' }, { code: 'abcdef' }, { code: 123_456 }, {}])(
  'what is no code of ours is ignored: %j',
  async (credential) => {
    const screen = await renderScreen(<Entry />)
    await expect.poll(() => waiting.length).toBe(1)
    waiting[0]?.answer(credential)
    await screen.getByRole('textbox').fill('1')
    await expect.element(screen.getByRole('textbox')).toHaveValue('1')
    expect(asked).toEqual([])
  },
)

test('the browser stops waiting when the member leaves, and when a typed code is checked', async () => {
  const left = await renderScreen(<Entry />)
  await expect.poll(() => waiting.length).toBe(1)
  expect(waiting[0]?.options.signal?.aborted).toBe(false)
  await left.unmount()
  expect(waiting[0]?.options.signal?.aborted).toBe(true)

  const screen = await renderScreen(<Entry />)
  await expect.poll(() => waiting.length).toBe(2)
  await screen.getByRole('textbox').fill('135790')
  await expect.poll(() => verified.mock.calls.length).toBe(1)
  expect(waiting[1]?.options.signal?.aborted).toBe(true)
})
