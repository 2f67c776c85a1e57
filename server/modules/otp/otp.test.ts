import { beforeAll, expect, test } from 'vitest'
import { login } from '#api/contract/login.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { DAY, later, MINUTE, SECOND } from '../../clock.ts'
import { rateLimits } from '../../database/schema/access.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { type Client, clientOf, openTestApp, type TestApp } from '../../http/test-app.ts'
import { hashOf } from '../../auth/tokens.ts'
import { provePhone, readSms } from './test-otp.ts'

let phones = 0
const newPhone = () => `09${String((phones += 1)).padStart(8, '0')}`

const refused = (message: string, status = 400) => ({ status, body: { message } })

describeOnOne('one-time codes', (open) => {
  let t: TestApp
  let request: Client

  beforeAll(async () => {
    t = await openTestApp(open, { settings: { PUBLIC_ORIGIN: 'https://champa.example', TRUST_PROXY: 'on' } })
    request = await t.client()
  })

  async function send(phone = newPhone()) {
    const { body } = await request(sendOtp, { body: { phoneNumber: phone } })
    return { phone, ...body, ...(await readSms(t.db, phone)), sms: await readSms(t.db, phone) }
  }
  const verify = (otpToken: string, otpCode: string) => request(verifyOtp, { body: { otpToken, otpCode } })
  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

  test('are sent in a message from which browsers can fill them in, and verified', async () => {
    const { phone, otpRef, otpToken, sms } = await send()
    expect(otpRef).toMatch(/^[A-Z]{4}$/u)
    expect(sms.text).toBe(
      `รหัส OTP ของคุณคือ ${sms.code} (Ref: ${otpRef}) หมดอายุใน 5 นาที\n\n@champa.example #${sms.code}`,
    )
    expect(await verify(otpToken, sms.code)).toMatchObject({ status: 200, body: { code: 'OTP_CODE_VALID' } })
    // After a lost response the app asks again.
    expect((await verify(otpToken, sms.code)).status).toBe(200)
    expect(await verify(otpToken, wrong(sms.code))).toMatchObject(refused('OTP_CODE_INVALID'))

    const again = await request(sendOtp, { body: { phoneNumber: phone, otpToken } })
    expect(again.body).toEqual({ code: 'OTP_VERIFIED', otpRef, otpToken })
    t.clock.advance(15 * MINUTE - 1)
    const inTime = await request(sendOtp, { body: { phoneNumber: phone, otpToken } })
    expect(inTime.body).toEqual(again.body)
    t.clock.advance(1)
    const late = await request(sendOtp, { body: { phoneNumber: phone, otpToken } })
    expect(late.body).toMatchObject({ code: 'OK' })
    expect(late.body.otpToken).not.toBe(otpToken)
  })

  test('a verification is valid only for the person who made it: others need their own code', async () => {
    const { phone, otpToken, sms } = await send()
    const unproven = await send()
    await verify(otpToken, sms.code)
    t.clock.advance(MINUTE)
    for (const other of [undefined, unproven.otpToken, 'A'.repeat(43)]) {
      const { body } = await request(sendOtp, { body: { phoneNumber: phone, otpToken: other } })
      expect(body.code).toBe('OK')
      expect(body.otpToken).not.toBe(otpToken)
      t.clock.advance(MINUTE)
    }
    // The proof of one phone is not valid for another.
    const { phone: mine } = unproven
    expect((await request(sendOtp, { body: { phoneNumber: mine, otpToken } })).body.code).toBe('OK')
  })

  test('are verified once, with the token that the client has chosen, so a lost response does not matter', async () => {
    const phone = newPhone()
    const newToken = 'aB3-_'.repeat(9).slice(0, 43)
    await request(sendOtp, { body: { phoneNumber: phone, newToken } })
    expect((await verify(newToken, (await readSms(t.db, phone)).code)).status).toBe(200)
    const again = { phoneNumber: newPhone(), newToken }
    expect(await request(sendOtp, { body: again })).toMatchObject(refused('KEY_INVALID'))
    expect(await request(sendOtp, { body: { ...again, newToken: 'short' } })).toMatchObject(
      refused('KEY_INVALID'),
    )
  })

  test('may be typed with Thai digits', async () => {
    const { otpToken, sms } = await send()
    const thai = Array.from(sms.code, (digit) => String.fromCharCode(0x0e50 + Number(digit))).join('')
    expect((await verify(otpToken, thai)).status).toBe(200)
  })

  test('are sent at most once a minute', async () => {
    const { phone } = await send()
    t.clock.advance(59 * SECOND)
    expect(await request(sendOtp, { body: { phoneNumber: phone } })).toMatchObject(
      refused('REQUEST_LIMIT_1MIN', 429),
    )
    t.clock.advance(SECOND)
    expect((await request(sendOtp, { body: { phoneNumber: phone } })).status).toBe(200)
  })

  test('are sent at most ten times a day', async () => {
    const phone = newPhone()
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await request(sendOtp, { body: { phoneNumber: phone } })).status).toBe(200)
      t.clock.advance(MINUTE)
    }
    expect(await request(sendOtp, { body: { phoneNumber: phone } })).toMatchObject(refused('OTP_BLOCK', 429))
    t.clock.advance(DAY)
    expect((await request(sendOtp, { body: { phoneNumber: phone } })).status).toBe(200)
  })

  test('what was counted by a clock that was ahead keeps nobody out once it is right; by seconds it counts', async () => {
    const phone = newPhone()
    const ask = () => request(sendOtp, { body: { phoneNumber: phone } })
    t.clock.advance(30 * DAY)
    const { otpToken, sms } = await send(phone)
    for (let guess = 0; guess < 5; guess += 1) await verify(otpToken, wrong(sms.code))
    expect(await ask()).toMatchObject(refused('OTP_BLOCK', 429))
    t.clock.advance(-30 * DAY)
    expect((await ask()).status).toBe(200)
    t.clock.advance(-5 * SECOND)
    expect(await ask()).toMatchObject(refused('REQUEST_LIMIT_1MIN', 429))
    t.clock.advance(5 * SECOND)
  })

  test.each([
    ['registration', 50],
    ['the bank account', 10],
    ['a withdrawal', 10],
  ])('for %s are sent to one phone %d times a day, from all addresses together', async (what, most) => {
    const username = newPhone()
    const isRegistration = what === 'registration'
    const ask = isRegistration ? request : await t.client(await addMember(t.db, { username }))
    const body = { phoneNumber: username, ...(what === 'a withdrawal' && { purpose: 'withdrawal' as const }) }
    const send = (n: number) => ask(sendOtp, { body, headers: { 'x-forwarded-for': `4.4.${most}.${n}` } })
    for (let n = 0; n < most; n += 1) expect((await send(n)).status, String(n)).toBe(200)
    expect(await send(most)).toMatchObject(refused('OTP_BLOCK', 429))
    t.clock.advance(DAY)
    expect((await send(most)).status).toBe(200)
  })

  test('a right one is no guess: it uses nothing up of the day’s hundred', async () => {
    const phone = newPhone()
    const key = `otp:register:day:${hashOf(phone)}`
    await t.db.insert(rateLimits).values({ key, count: 99, resetAt: later(t.clock.now(), DAY) })
    for (let times = 0; times < 3; times += 1) {
      const { otpToken, sms } = await send(phone)
      expect((await verify(otpToken, sms.code)).status).toBe(200)
      t.clock.advance(MINUTE)
    }
  })

  test('expire after five minutes', async () => {
    const inTime = await send()
    t.clock.advance(5 * MINUTE - 1)
    expect((await verify(inTime.otpToken, inTime.sms.code)).status).toBe(200)
    const { otpToken, sms } = await send()
    t.clock.advance(5 * MINUTE)
    expect(await verify(otpToken, sms.code)).toMatchObject(refused('OTP_EXPIRED'))
  })

  test('five wrong guesses block the client that made them, even with the right code', async () => {
    const { phone, otpToken, sms } = await send()
    for (let guess = 0; guess < 4; guess += 1) {
      expect(await verify(otpToken, wrong(sms.code))).toMatchObject(refused('OTP_CODE_INVALID'))
    }
    const body = { message: 'OTP_BLOCK', until: later(t.clock.now(), 15 * MINUTE).toISOString() }
    const blocked = { status: 429, body }
    expect(await verify(otpToken, wrong(sms.code))).toMatchObject(blocked)
    expect(await verify(otpToken, sms.code)).toMatchObject(blocked)
    t.clock.advance(2 * MINUTE)
    expect(await verify(otpToken, sms.code)).toMatchObject(blocked)
    expect(await request(sendOtp, { body: { phoneNumber: phone } })).toMatchObject(blocked)
    t.clock.advance(15 * MINUTE)
    expect((await request(sendOtp, { body: { phoneNumber: phone } })).status).toBe(200)
  })

  test('another client’s guesses do not block a person from their own code', async () => {
    const phone = newPhone()
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const ofThief = (await request(sendOtp, { body: { phoneNumber: phone }, ...from('6.6.6.6') })).body
      .otpToken
    for (let guess = 0; guess < 5; guess += 1) {
      await request(verifyOtp, { body: { otpToken: ofThief, otpCode: 'x' }, ...from('6.6.6.6') })
    }
    t.clock.advance(2 * MINUTE)
    const again = { body: { phoneNumber: phone } }
    expect(await request(sendOtp, { ...again, ...from('6.6.6.6') })).toMatchObject(refused('OTP_BLOCK', 429))
    const { body } = await request(sendOtp, { ...again, ...from('1.1.1.1') })
    const { code } = await readSms(t.db, phone)
    const otp = { otpToken: body.otpToken, otpCode: code }
    expect((await request(verifyOtp, { body: otp, ...from('1.1.1.1') })).status).toBe(200)
  })

  test('a phone allows a hundred guesses a day in total', async () => {
    const phone = { phoneNumber: newPhone() }
    let guesses = 0
    for (let n = 0; n < 21; n += 1) {
      const headers = { 'x-forwarded-for': `7.7.7.${n}` }
      const { otpToken } = (await request(sendOtp, { body: phone, headers })).body
      const { code } = await readSms(t.db, phone.phoneNumber)
      for (let guess = 0; guess < (n < 20 ? 5 : 1); guess += 1) {
        guesses += 1
        const otpCode = n < 20 ? wrong(code) : code
        const { body } = await request(verifyOtp, { body: { otpToken, otpCode }, headers })
        expect(body.message, String(guesses)).toBe(
          guesses > 100 || guess === 4 ? 'OTP_BLOCK' : 'OTP_CODE_INVALID',
        )
      }
    }
    // Strangers used up this phone's daily limit; as a member its owner has a separate one for the bank account.
    const member = await t.client(await addMember(t.db, { username: phone.phoneNumber }))
    await provePhone(t.db, member, phone.phoneNumber)
    t.clock.advance(DAY)
  })

  test('signing in on many devices gives no additional codes', async () => {
    const username = newPhone()
    const passwordHash = await t.context.passwords.hash('secret')
    await addMember(t.db, { username, passwordHash })
    const body = { phoneNumber: username }
    const said = []
    for (let n = 0; n < 12; n += 1) {
      const from = { 'x-forwarded-for': `8.8.8.${n}` }
      const signedIn = await request(login, { body: { username, password: 'secret' }, headers: from })
      const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const headers = { ...from, cookie }
      const thief = clientOf(t.app, signedIn.body.token)
      const sent = await thief(sendOtp, { body, headers })
      said.push(sent.body.message ?? sent.body.code)
      const { otpToken } = sent.body
      for (let guess = 0; guess < 5; guess += 1) {
        if (otpToken) await thief(verifyOtp, { body: { otpToken, otpCode: 'x' }, headers })
      }
    }
    expect(said).toEqual([...Array.from({ length: 10 }, () => 'OK'), 'OTP_BLOCK', 'OTP_BLOCK'])
    t.clock.advance(DAY)
  })

  test('a known device has no additional guesses', async () => {
    const username = newPhone()
    const passwordHash = await t.context.passwords.hash('secret')
    await addMember(t.db, { username, passwordHash })
    // Guesses are counted by phone: after a hundred of anybody, the daily limit is reached.
    const key = `otp:bank-account:day:${hashOf(username)}`
    await t.db.insert(rateLimits).values({ key, count: 100, resetAt: later(t.clock.now(), DAY) })
    const signedIn = await request(login, { body: { username, password: 'secret' } })
    const headers = { cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    const member = clientOf(t.app, signedIn.body.token)
    const { otpToken } = (await member(sendOtp, { body: { phoneNumber: username }, headers })).body
    const otp = { otpToken, otpCode: (await readSms(t.db, username)).code }
    expect(await member(verifyOtp, { body: otp, headers })).toMatchObject(refused('OTP_BLOCK', 429))
  })

  test('a device on which the member has signed in is not limited', async () => {
    const username = newPhone()
    const passwordHash = await t.context.passwords.hash('secret')
    const id = await addMember(t.db, { username, passwordHash })
    const signedIn = await request(login, { body: { username, password: 'secret' } })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const thief = await t.client(id)
    const phone = { phoneNumber: username }
    const { otpToken } = (await thief(sendOtp, { body: phone })).body
    const right = (await readSms(t.db, username)).code
    for (let n = 0; n < 5; n += 1) await thief(verifyOtp, { body: { otpToken, otpCode: wrong(right) } })
    // From the same address, right afterwards.
    expect(await thief(sendOtp, { body: phone })).toMatchObject(refused('OTP_BLOCK', 429))
    const headers = { cookie }
    const mine = (await thief(sendOtp, { body: phone, headers })).body.otpToken
    const otpCode = (await readSms(t.db, username)).code
    expect((await thief(verifyOtp, { body: { otpToken: mine, otpCode }, headers })).status).toBe(200)
  })

  test('of many simultaneous guesses only five count', async () => {
    const { otpToken, sms } = await send()
    const guesses = await Promise.all(Array.from({ length: 20 }, () => verify(otpToken, wrong(sms.code))))
    expect(guesses.filter(({ body }) => body.message === 'OTP_CODE_INVALID')).toHaveLength(4)
    expect(await verify(otpToken, sms.code)).toMatchObject(refused('OTP_BLOCK', 429))
  })

  test('a token of another shape is invalid, an unknown one does not exist', async () => {
    expect(await verify('nonsense', '123456')).toMatchObject(refused('OTP_TOKEN_INVALID'))
    expect(await verify('A'.repeat(43), '123456')).toMatchObject(refused('OTP_NOT_EXIST'))
  })

  test('a code is valid only with its own token', async () => {
    const mine = await send()
    let yours = await send()
    while (yours.sms.code === mine.sms.code) yours = await send()
    expect(await verify(mine.otpToken, yours.sms.code)).toMatchObject(refused('OTP_CODE_INVALID'))
  })

  test('an invalid phone number gets none', async () => {
    for (const phoneNumber of ['12345', '081234567890', 'phone']) {
      expect(await request(sendOtp, { body: { phoneNumber } })).toMatchObject(
        refused('PHONE_NUMBER_REQUIRE_10_DIGIT'),
      )
    }
  })

  test('only a person who reads its SMS learns that a phone is a member’s', async () => {
    const [username, stranger] = [newPhone(), newPhone()]
    await addMember(t.db, { username })
    const answers = []
    for (const phoneNumber of [username, stranger]) {
      const { status, body } = await request(sendOtp, { body: { phoneNumber } })
      const { code, text } = await readSms(t.db, phoneNumber)
      const said = [status, Object.keys(body).sort(), body.code]
      // Neither the limits nor the reply to a wrong code reveal it.
      const again = await request(sendOtp, { body: { phoneNumber } })
      const guess = await verify(body.otpToken, wrong(code))
      answers.push({ said, again: [again.status, again.body], guess: [guess.status, guess.body] })
      expect(text.includes('เบอร์นี้มีบัญชีอยู่แล้ว กรุณาเข้าสู่ระบบ')).toBe(phoneNumber === username)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.said).toEqual([200, ['code', 'otpRef', 'otpToken'], 'OK'])

    // The code proves that the phone is theirs, so now the reply says it, every time.
    t.clock.advance(MINUTE)
    const { otpToken, sms } = await send(username)
    for (let times = 0; times < 2; times += 1) {
      expect(await verify(otpToken, sms.code)).toMatchObject(refused('EXISTING_USER'))
    }
    const body = { phoneNumber: username, otpToken }
    expect(await request(sendOtp, { body })).toMatchObject(refused('EXISTING_USER'))
  })

  test('only the member can request one to their phone for changing the bank account', async () => {
    const username = newPhone()
    const member = await t.client(await addMember(t.db, { username }))
    const other = await t.client(await addMember(t.db))
    // Others get the reply for an unknown phone, and its owner reads that it has an account.
    expect((await other(sendOtp, { body: { phoneNumber: username } })).body.code).toBe('OK')
    expect((await readSms(t.db, username)).text).toContain('เบอร์นี้มีบัญชีอยู่แล้ว')
    const otpToken = await provePhone(t.db, member, username)
    expect((await readSms(t.db, username)).text).toContain('สำหรับเปลี่ยนบัญชีธนาคาร')
    const again = { body: { phoneNumber: username, otpToken } }
    expect((await member(sendOtp, again)).body.code).toBe('OTP_VERIFIED')
    const { body } = await request(sendOtp, { ...again, headers: { 'x-forwarded-for': '5.5.5.5' } })
    expect(body).toMatchObject({ code: 'OK' })
    expect(body.otpToken).not.toBe(otpToken)
  })

  test.each([
    ['TH', 'หมดอายุใน'],
    ['LA', 'ໝົດອາຍຸໃນ'],
    ['EN', 'valid for 5 minutes'],
  ])('the message is in the language of the app: %s', async (locale, words) => {
    const phone = newPhone()
    await request(sendOtp, { body: { phoneNumber: phone }, headers: { cookie: `locale=${locale}` } })
    const { text, code } = await readSms(t.db, phone)
    expect(text).toContain(words)
    expect(text).toMatch(new RegExp(`\\n\\n@champa\\.example #${code}$`, 'u'))
  })

  test('without https the message names no site, because no browser fills a code in there', async () => {
    const plain = await openTestApp(open, { settings: { PUBLIC_ORIGIN: 'http://localhost' } })
    const ask = await plain.client()
    const phone = newPhone()
    await ask(sendOtp, { body: { phoneNumber: phone } })
    expect((await readSms(plain.db, phone)).text).toMatch(/หมดอายุใน 5 นาที$/u)
  })

  test('neither code nor token nor phone is in the log, or unencrypted in the database', async () => {
    const { phone, otpToken, sms } = await send()
    const log = t.logged.join('\n')
    for (const secret of [phone, otpToken, sms.code]) expect(log).not.toContain(secret)
  })
})
