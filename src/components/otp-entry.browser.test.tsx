import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverNow } from '#lib/dates/clock.ts'
import { userEvent } from 'vitest/browser'
import { type Asked, lost, refusal, renderScreen, stubBackend } from './test-screen.tsx'
import type { SentOtp } from '#data/session/sent-otp.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { otpLifeMs, resendAfterMs } from '#data/session/otp-queries.ts'
import { OtpActions, OtpField, useOtpEntry } from './otp-entry.tsx'

/** The browser's question for the SMS, which the test answers. */
interface Waiting {
  options: CredentialRequestOptions & { otp?: unknown }
  answer(credential: unknown): void
}
let waiting: Waiting[]
let asked: Asked[]
const verified = vi.fn<() => void>()

/** `sentAgo` in ms. */
function Entry({ sentAgo = 0 }) {
  const [sent, setSent] = useState<SentOtp>({
    otpRef: 'ABCD',
    otpToken: 'token',
    sentAt: serverNow() - sentAgo,
  })
  const entry = useOtpEntry({ phoneNumber: '0812345678', sent, onSent: setSent, onVerified: verified })
  return (
    <>
      <OtpField entry={entry} />
      <button disabled={entry.isBlocked} onClick={() => entry.check(entry.code)}>
        Confirm
      </button>
      <OtpActions entry={entry}>{null}</OtpActions>
    </>
  )
}

beforeEach(() => {
  waiting = []
  verified.mockClear()
  vi.stubGlobal('OTPCredential', () => undefined)
  vi.spyOn(navigator.credentials, 'get').mockImplementation(
    (options = {}) =>
      new Promise((resolve) => {
        waiting.push({ options, answer: (credential) => resolve(credential as Credential) })
      }),
  )
  asked = stubBackend({ '/api/otp/verify': () => ({ code: 'OTP_CODE_VALID' }) })
})
afterEach(() => {
  store.set(connectionAtom, 'online')
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

test('a code that was just refused is not sent again unchanged; after a lost answer it is', async () => {
  let answer: () => unknown = lost
  asked = stubBackend({ '/api/otp/verify': () => answer() })
  const screen = await renderScreen(<Entry />)
  const confirm = screen.getByRole('button', { name: 'Confirm' })
  await screen.getByRole('textbox').fill('135790')
  await expect.poll(() => asked.length).toBe(1)
  answer = () => refusal('OTP_CODE_INVALID')
  await expect
    .poll(() => {
      ;(confirm.element() as HTMLElement).click()
      return asked.length
    })
    .toBe(2)
  await confirm.click()
  await confirm.click()
  await screen.getByRole('textbox').fill('135791')
  await expect.poll(() => asked.length).toBe(3)
  const codes = asked.map(({ body }) => (body as { otpCode: string }).otpCode)
  expect(codes).toEqual(['135790', '135790', '135791'])
})

test('without a network the last digit sends nothing, and the code is checked once there is one', async () => {
  store.set(connectionAtom, 'offline')
  const screen = await renderScreen(<Entry />)
  await userEvent.fill(screen.getByLabelText('Six-digit code'), '246810')
  await expect.element(screen.getByRole('textbox')).toHaveValue('246810')
  expect(asked).toEqual([])
  store.set(connectionAtom, 'back')
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => verified.mock.calls.length).toBe(1)
  expect(asked.map(({ body }) => body)).toEqual([{ otpToken: 'token', otpCode: '246810' }])
})

test('the button for another code counts down to when the server gives one again', async () => {
  const until = new Date(serverNow() + 14 * 60_000).toISOString()
  asked = stubBackend({
    '/api/otp/verify': () => Response.json({ message: 'OTP_BLOCK', until }, { status: 429 }),
  })
  const screen = await renderScreen(<Entry />)
  await screen.getByRole('textbox').fill('135790')
  await expect.element(screen.getByRole('button', { name: /^Send again in 1[34]:/u })).toBeDisabled()
})

test('a request for another code that is refused for too many guesses holds the button back until then', async () => {
  const until = new Date(serverNow() + 14 * 60_000).toISOString()
  stubBackend({ '/api/otp/send': () => Response.json({ message: 'OTP_BLOCK', until }, { status: 429 }) })
  const screen = await renderScreen(<Entry sentAgo={resendAfterMs} />)
  await screen.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect.element(screen.getByRole('button', { name: /^Send again in 1[34]:/u })).toBeDisabled()
})

test('a screen reader is told that the code has expired', async () => {
  const screen = await renderScreen(<Entry sentAgo={otpLifeMs - 2000} />)
  await expect.element(screen.getByText(/^The code expires in/u)).toBeVisible()
  const regions = screen.container.querySelectorAll('[aria-live=polite]')
  const told = () => [...regions].map(({ textContent }) => textContent).join('')
  expect(told()).toBe('')
  await expect.poll(told, { timeout: 5000 }).toBe('The code has expired. Please ask for a new one.')
  expect(screen.getByText(/^The code expires in/u).query()).toBeNull()
})

test('after too many guesses the code is over and neither countdown runs; another code begins anew', async () => {
  asked = stubBackend({
    '/api/otp/verify': () => refusal('OTP_BLOCK'),
    '/api/otp/send': () => ({ code: 'OK', otpRef: 'EFGH', otpToken: 'token-2' }),
  })
  const screen = await renderScreen(<Entry />)
  await expect.element(screen.getByText(/^The code expires in/u)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Send again in/u })).toBeDisabled()
  await screen.getByRole('textbox').fill('135790')
  await expect.element(screen.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  expect(screen.getByText(/^The code (expires|has expired)/u).query()).toBeNull()
  await screen.getByRole('textbox').fill('135791')
  await screen.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect.element(screen.getByText(/^The code expires in/u)).toBeVisible()
  await expect.element(screen.getByRole('textbox')).toHaveValue('')
  await expect.element(screen.getByRole('button', { name: 'Confirm' })).toBeEnabled()
  expect(asked.filter(({ path }) => path === '/api/otp/verify')).toHaveLength(1)
})

test('another code leaves the focus in the field that it is typed into', async () => {
  stubBackend({ '/api/otp/send': () => ({ otpRef: 'WXYZ', otpToken: 'second', code: 'OK' }) })
  const screen = await renderScreen(<Entry sentAgo={resendAfterMs} />)
  await screen.getByRole('textbox').fill('123')
  await screen.getByRole('button', { name: 'Send again' }).click()
  await expect.element(screen.getByText('WXYZ')).toBeVisible()
  await expect.element(screen.getByRole('textbox')).toHaveValue('')
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
})

test('a digit typed while another code is being sent does not lose that code', async () => {
  let answer: (said: unknown) => void = () => undefined
  asked = stubBackend({ '/api/otp/send': () => new Promise((resolve) => (answer = resolve)) })
  const screen = await renderScreen(<Entry sentAgo={resendAfterMs} />)
  await screen.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect.poll(() => asked.length).toBe(1)
  await screen.getByRole('textbox').fill('1')
  answer({ code: 'OK', otpRef: 'EFGH', otpToken: 'token-2' })
  await expect.element(screen.getByText('EFGH')).toBeVisible()
  await expect.element(screen.getByRole('textbox')).toHaveValue('')
})
