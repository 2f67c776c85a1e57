import { describe, expect, test, vi } from 'vitest'
import { login } from '#api/contract/login.ts'
import { sendOtp } from '#api/contract/otp.ts'
import { DAY, HOUR, SECOND } from '../../clock.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { openTestApp } from '../../http/test-app.ts'
import { createProviders } from '../../providers/create-providers.ts'
import { readSms } from './test-otp.ts'

let phones = 0
const newPhone = () => `09${String((phones += 1)).padStart(8, '0')}`

const refused = (message: string, status = 400) => ({ status, body: { message } })

describeOnOne('one-time codes with other settings', (open) => {
  test('an address has a daily limit, except for devices on which the member has signed in', async () => {
    const settings = { PHONES_PER_DAY: '3', TRUST_PROXY: 'on' }
    const t = await openTestApp(open, { settings })
    const request = await t.client()
    const send = (phoneNumber: string, from = '9.9.9.9', cookie = '') =>
      request(sendOtp, { body: { phoneNumber }, headers: { 'x-forwarded-for': from, cookie } })
    const username = newPhone()
    const passwordHash = await t.context.passwords.hash('secret')
    await addMember(t.db, { username, passwordHash })
    const signedIn = await request(login, { body: { username, password: 'secret' } })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    for (let n = 0; n < 3; n += 1) {
      expect((await send(newPhone())).status).toBe(200)
      t.clock.advance(HOUR)
    }
    expect(await send(newPhone())).toMatchObject(refused('REQUEST_LIMIT', 429))
    expect((await send(newPhone(), '8.8.8.8')).status).toBe(200)
    expect((await send(username, '9.9.9.9', cookie)).status).toBe(200)
    t.clock.advance(DAY)
    expect((await send(newPhone())).status).toBe(200)
  })

  describe('in Laos', () => {
    test('phones have Lao formats, and the message is in Lao', async () => {
      const t = await openTestApp(open, { settings: { LAOS: 'true' } })
      const request = await t.client()
      expect((await request(sendOtp, { body: { phoneNumber: '55512345' } })).status).toBe(200)
      expect((await readSms(t.db, '02055512345')).text).toContain('ລະຫັດ OTP')
      expect(await request(sendOtp, { body: { phoneNumber: '1' } })).toMatchObject(refused('KEY_INVALID'))
    })
  })

  test('after a failed SMS gateway the member need not wait a minute, and as many codes are left for the day', async () => {
    let works = false
    const t = await openTestApp(open, {
      providers: (...given) => {
        const real = createProviders(...given)
        const send = (message: { to: string; text: string }) =>
          works ? real.sms.send(message) : Promise.reject(new Error('no line'))
        return { ...real, sms: { send } }
      },
    })
    const request = await t.client()
    const body = { phoneNumber: newPhone() }
    for (let time = 1; time <= 11; time += 1)
      expect(await request(sendOtp, { body })).toMatchObject(refused('OTP_SEND_FAIL'))
    works = true
    expect((await request(sendOtp, { body })).status).toBe(200)
  })

  test('an SMS gateway that is silent is waited for 10 s', async () => {
    let asked = 0
    const t = await openTestApp(open, {
      providers: (...given) => ({
        ...createProviders(...given),
        sms: {
          send: () => {
            asked += 1
            return new Promise(() => {})
          },
        },
      }),
    })
    const request = await t.client()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let answer: unknown
      const sent = request(sendOtp, { body: { phoneNumber: newPhone() } }).then((told) => (answer = told))
      await vi.waitFor(() => expect(asked).toBe(1))
      // Waiting has moved the clock a little.
      vi.advanceTimersByTime(9 * SECOND)
      await new Promise(setImmediate)
      expect(answer).toBeUndefined()
      vi.advanceTimersByTime(SECOND)
      expect(await sent).toMatchObject(refused('OTP_SEND_FAIL'))
    } finally {
      vi.useRealTimers()
    }
  })
})
