import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  changePassword,
  createAccount,
  resetPassword,
  updateProfile,
  validateAccount,
} from '#api/contract/account.ts'
import { getProfile } from '#api/contract/profile.ts'
import { login } from '#api/contract/login.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { MINUTE } from '../../clock.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { smsMessages } from '../../database/schema/access.ts'
import { members } from '../../database/schema/members.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { type Client, openTestApp, type TestApp } from '../../http/test-app.ts'
import { deliverSms } from '../../push/test-sms.ts'
import { provePhone, readSms } from '../otp/test-otp.ts'

let numbers = 0
const newPhone = () => `06${String((numbers += 1)).padStart(8, '0')}`
const refused = (message: string, status = 400) => ({ status, body: { message } })
const good = 'petal-and-river-9'

/** Passwords refused for a member with this phone, and the reasons. */
const weakOnes = (phone: string): [password: string, reason: string][] => [
  ['river12', 'short'],
  ['ลูกแมว1', 'short'],
  ['Password1', 'common'],
  ['QWERTYUIOP', 'common'],
  ['88888888', 'repeating'],
  [phone, 'phone'],
  [`+66 ${phone.slice(1)}`, 'phone'],
  ['SOMCHAI JAIDEE', 'name'],
  ['somchaijaidee', 'name'],
]

describeOnOne('passwords', (open) => {
  let t: TestApp
  let visitor: Client

  beforeAll(async () => {
    t = await openTestApp(open, { settings: { TRUST_PROXY: 'on' }, seeded: true })
    visitor = await t.client()
  })

  async function newMember(password = 'old') {
    const username = newPhone()
    const passwordHash = await t.context.passwords.hash(password)
    const id = await addMember(t.db, { username, passwordHash, name: 'Somchai Jaidee' })
    return { id, username, request: await t.client(id) }
  }
  const logIn = async (username: string, password: string, headers = {}) =>
    visitor(login, { body: { username, password }, headers })
  async function sendCode(phoneNumber: string, headers = {}) {
    const body = { phoneNumber, purpose: 'reset-password' as const }
    const sent = await visitor(sendOtp, { body, headers })
    return { sent, otpToken: sent.body.otpToken, sms: await readSms(t.db, phoneNumber) }
  }
  async function prove(phone: string): Promise<string> {
    const { otpToken, sms } = await sendCode(phone)
    expect((await visitor(verifyOtp, { body: { otpToken, otpCode: sms.code } })).status).toBe(200)
    return otpToken
  }
  const reset = (username: string, otpToken: string, newPassword = good, key?: string) =>
    visitor(resetPassword, { body: { username, otpToken, newPassword }, ...(key && { key }) })

  test('one that is easy to guess is refused everywhere, without using up the verification', async () => {
    const member = await newMember()
    const otpToken = await prove(member.username)
    const phone = newPhone()
    const person = {
      username: phone,
      name: 'Somchai Jaidee',
      bankCode: 'KBANK',
      bankAccountName: 'Somsak Rakdee',
      bankAccountNo: `99${phone.slice(2)}`,
      otpToken: await provePhone(t.db, visitor, phone),
    }
    for (const [password, reason] of [...weakOnes(phone), ['somsakrakdee', 'name']]) {
      const weak = { status: 400, body: { message: 'WEAK_PASSWORD', reason } }
      const body = { ...person, password: String(password) }
      expect(await visitor(validateAccount, { body }), password).toMatchObject(weak)
      expect(await visitor(createAccount, { body }), password).toMatchObject(weak)
    }
    for (const [newPassword, reason] of weakOnes(member.username)) {
      const weak = { status: 400, body: { message: 'WEAK_PASSWORD', reason } }
      const body = { oldPassword: 'old', newPassword }
      const headers = { 'x-forwarded-for': newPhone() }
      t.clock.advance(MINUTE)
      expect(await member.request(changePassword, { body, headers }), newPassword).toMatchObject(weak)
      expect(await reset(member.username, otpToken, newPassword), newPassword).toMatchObject(weak)
    }
    // Without the old password the reply reveals nothing else.
    const stranger = { oldPassword: 'guess', newPassword: 'short' }
    expect(await member.request(changePassword, { body: stranger })).toMatchObject(refused('WRONG_PASSWORD'))
    expect((await logIn(member.username, 'old')).status).toBe(200)
    expect((await reset(member.username, otpToken)).status).toBe(200)
    expect((await visitor(createAccount, { body: { ...person, password: good } })).status).toBe(200)
  })

  test('an old one that would be refused today still works', async () => {
    for (const password of ['1234', 'password', 'Somchai']) {
      const { username, request } = await newMember(password)
      expect((await logIn(username, password)).status).toBe(200)
      const body = { oldPassword: password, newPassword: good }
      expect((await request(changePassword, { body })).status).toBe(200)
    }
  })

  test('a changed one ends what was proved before by a code to the phone, whatever for, and codes that wait', async () => {
    const { username, request } = await newMember()
    const forReset = await prove(username)
    const forBank = await provePhone(t.db, request, username)
    t.clock.advance(MINUTE)
    const waiting = await sendCode(username)
    const change = { oldPassword: 'old', newPassword: good }
    expect((await request(changePassword, { body: change })).status).toBe(200)
    const { otpToken } = waiting
    await visitor(verifyOtp, { body: { otpToken, otpCode: waiting.sms.code } })
    for (const proof of [forReset, otpToken])
      expect(await reset(username, proof, 'another-river-9')).toMatchObject(refused('UNVERIFIED_OTP'))
    const bank = { bankCode: 'SCB', bankAccountName: 'Somchai', bankAccountNo: `97${username.slice(2)}` }
    expect(
      await request(updateProfile, { body: { name: 'Somchai Jaidee', ...bank, otpToken: forBank } }),
    ).toMatchObject(refused('UNVERIFIED_OTP'))
    expect((await logIn(username, good)).status).toBe(200)
    // A code that is sent afterwards serves.
    t.clock.advance(MINUTE)
    expect((await reset(username, await prove(username), 'another-river-9')).status).toBe(200)
  })

  test('a refused change leaves the proofs', async () => {
    const { username, request } = await newMember()
    const otpToken = await prove(username)
    const body = { oldPassword: 'not it', newPassword: good }
    expect(await request(changePassword, { body })).toMatchObject(refused('WRONG_PASSWORD'))
    expect((await reset(username, otpToken)).status).toBe(200)
  })

  test('a change is told by SMS in the language of the other devices; beyond ten a day there is none', async () => {
    const { id, username, request } = await newMember()
    const other = await t.client(id)
    t.clock.advance(10 * MINUTE)
    await other(getProfile, { headers: { 'Accept-Language': 'lo' } })
    const change = (oldPassword: string, newPassword: string) =>
      request(changePassword, { body: { oldPassword, newPassword }, headers: { 'Accept-Language': 'en' } })
    const told = async () => {
      await deliverSms(t)
      return t.db.select().from(smsMessages).where(eq(smsMessages.phone, username)).orderBy(smsMessages.id)
    }
    expect((await change('old', `${good}-0`)).status).toBe(200)
    expect(await told()).toMatchObject([{ text: expect.stringMatching(/^ປ່ຽນລະຫັດຜ່ານ/u) as string }])
    for (let n = 1; n < 10; n += 1) {
      t.clock.advance(MINUTE)
      expect((await change(`${good}-${n - 1}`, `${good}-${n}`)).status).toBe(200)
    }
    t.clock.advance(MINUTE)
    expect(await change(`${good}-9`, good)).toMatchObject(refused('REQUEST_LIMIT', 429))
    expect(await told()).toHaveLength(10)
    expect((await logIn(username, `${good}-9`)).status).toBe(200)
  })

  describe('forgotten', () => {
    test('a code to the phone sets a new one, ends every session, and notifies the member', async () => {
      const { id, username, request: thief } = await newMember()
      const here = await t.client(id)
      const { sent, otpToken, sms } = await sendCode(username)
      expect(sent.body).toMatchObject({ code: 'OK', otpRef: expect.stringMatching(/^[A-Z]{4}$/u) })
      expect(sms.text).toContain('สำหรับตั้งรหัสผ่านใหม่ ห้ามบอกผู้อื่น')
      expect((await visitor(verifyOtp, { body: { otpToken, otpCode: sms.code } })).status).toBe(200)
      expect((await here(getProfile)).status).toBe(200)
      expect(await reset(username, otpToken)).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
      for (const request of [thief, here]) {
        expect(await request(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
      }
      expect(await logIn(username, 'old')).toMatchObject(refused('WRONG_CREDENTIAL'))
      expect((await logIn(username, good)).status).toBe(200)
      await deliverSms(t)
      expect((await readSms(t.db, username)).text).toMatch(
        /ตั้งรหัสผ่านใหม่เมื่อ \d\d\/\d\d\/\d{4} \d\d:\d\d น\. และออกจากระบบทุกเครื่องแล้ว/u,
      )
      const trail = await t.db.select().from(auditEvents).where(eq(auditEvents.memberId, id))
      expect(trail.map(({ kind }) => kind)).toContain('password-reset')
      const log = t.logged.join('\n')
      for (const secret of [username, otpToken, good]) expect(log).not.toContain(secret)
    })

    test.each([
      ['LA', 'ຕັ້ງລະຫັດຜ່ານໃໝ່ເມື່ອ'],
      ['EN', 'Your password was reset on '],
    ])('the member is notified in the language of the app: %s', async (locale, words) => {
      const { username } = await newMember()
      const otpToken = await prove(username)
      const body = { username, otpToken, newPassword: good }
      await visitor(resetPassword, { body, headers: { cookie: `locale=${locale}` } })
      await deliverSms(t)
      expect((await readSms(t.db, username)).text).toContain(words)
    })

    test('a repeat with the same key gets the first reply, and the code is used once', async () => {
      const { username } = await newMember()
      const otpToken = await prove(username)
      const key = randomUUID()
      const first = await reset(username, otpToken, good, key)
      expect(await reset(username, otpToken, good, key)).toMatchObject({ status: 200, body: first.body })
      await deliverSms(t)
      const isAboutReset = like(smsMessages.text, 'ตั้งรหัสผ่านใหม่เมื่อ%')
      expect(await t.db.$count(smsMessages, and(eq(smsMessages.phone, username), isAboutReset))).toBe(1)
      expect(await reset(username, otpToken, 'another-river-9', key)).toMatchObject(
        refused('IDEMPOTENCY_MISMATCH', 422),
      )
      expect(await reset(username, otpToken, 'another-river-9')).toMatchObject(refused('UNVERIFIED_OTP'))
      expect((await logIn(username, good)).status).toBe(200)
    })

    test('of many simultaneous resets, one is done', async () => {
      const { username } = await newMember()
      const otpToken = await prove(username)
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, n) => reset(username, otpToken, `${good}-${n}`)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    })

    test('without a new code to this phone for this purpose, nothing is changed', async () => {
      const { id, username, request } = await newMember()
      const other = await newMember()
      const phone = newPhone()
      const late = await prove(username)
      t.clock.advance(15 * MINUTE)
      const unproven = (await sendCode(username)).otpToken
      const foreign = await prove(other.username)
      const forBank = await provePhone(t.db, request, username)
      const registering = await provePhone(t.db, visitor, phone)
      for (const otpToken of [late, unproven, foreign, forBank, registering, 'A'.repeat(43), 'nonsense']) {
        expect(await reset(username, otpToken)).toMatchObject(refused('UNVERIFIED_OTP'))
      }
      expect((await request(getProfile)).status).toBe(200)
      expect((await logIn(username, 'old')).status).toBe(200)
      // Its code does not serve another purpose either.
      t.clock.advance(MINUTE)
      const otpToken = await prove(username)
      const bank = { bankCode: 'SCB', bankAccountName: 'Somchai', bankAccountNo: `98${phone.slice(2)}` }
      expect(await request(updateProfile, { body: { name: 'Somchai', ...bank, otpToken } })).toMatchObject(
        refused('UNVERIFIED_OTP'),
      )
      const stranger = newPhone()
      const { otpToken: unknown } = await sendCode(stranger)
      const person = { name: 'Mali', username: stranger, password: good, otpToken: unknown }
      expect(await visitor(validateAccount, { body: person })).toMatchObject(refused('UNVERIFIED_OTP'))
      // A reset uses up other verifications of the phone.
      const second = await provePhone(t.db, request, username)
      expect((await reset(username, otpToken)).status).toBe(200)
      const again = await t.client(id)
      expect(
        await again(updateProfile, { body: { name: 'Somchai', ...bank, otpToken: second } }),
      ).toMatchObject(refused('UNVERIFIED_OTP'))
    })

    test('an unknown phone gets the same replies, and only its owner learns by SMS that it has no account', async () => {
      const { username } = await newMember()
      const stranger = newPhone()
      const answers = []
      const inMs = (body: { message?: string; until?: string }) => ({
        ...body,
        ...(body.until && { until: Date.parse(body.until) - t.clock.now().getTime() }),
      })
      for (const phone of [username, stranger]) {
        const { sent, otpToken, sms } = await sendCode(phone)
        const again = (await sendCode(phone)).sent
        const otpCode = sms.code === '000000' ? '111111' : '000000'
        const guesses = []
        for (let n = 0; n < 6; n += 1) {
          guesses.push(inMs((await visitor(verifyOtp, { body: { otpToken, otpCode } })).body))
        }
        const refusal = await reset(phone, otpToken)
        t.clock.advance(2 * MINUTE)
        const blocked = inMs((await sendCode(phone)).sent.body)
        answers.push({
          sent: [sent.status, Object.keys(sent.body).sort(), sent.body.code],
          again: [again.status, again.body],
          guesses,
          refusal: [refusal.status, refusal.body],
          blocked,
        })
        expect(sms.text.includes('ไม่พบบัญชีของเบอร์นี้')).toBe(phone === stranger)
        expect(/\d{6}/u.test(sms.text)).toBe(phone === username)
      }
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.blocked).toEqual({ message: 'OTP_BLOCK', until: 13 * MINUTE })
    })

    test('no guess works for an unknown phone', async () => {
      const phone = newPhone()
      const { otpToken } = await sendCode(phone)
      await addMember(t.db, { username: phone })
      expect(await reset(phone, otpToken)).toMatchObject(refused('UNVERIFIED_OTP'))
      const [member] = await t.db.select().from(members).where(eq(members.username, phone))
      expect(member?.passwordHash).toBe('')
    })

    test('strangers’ requests and guesses do not block a known device from a new password', async () => {
      const { username } = await newMember()
      const signedIn = await logIn(username, 'old')
      const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      for (let n = 0; n < 55; n += 1) {
        const headers = { 'x-forwarded-for': `5.5.${n}.1` }
        const { otpToken } = await sendCode(username, headers)
        if (!otpToken) continue
        for (const otpCode of ['000001', '000002'])
          await visitor(verifyOtp, { body: { otpToken, otpCode }, headers })
      }
      expect((await sendCode(username, { 'x-forwarded-for': '6.6.6.6' })).sent.body).toEqual({
        message: 'OTP_BLOCK',
      })
      const { otpToken, sms } = await sendCode(username, { cookie })
      const right = { body: { otpToken, otpCode: sms.code }, headers: { cookie } }
      expect((await visitor(verifyOtp, right)).status).toBe(200)
      expect((await reset(username, otpToken)).status).toBe(200)
    })

    test('the device is known afterwards, so strangers’ guesses no longer block its owner', async () => {
      const { username } = await newMember()
      for (let n = 0; n < 100; n += 1) await logIn(username, 'guess', { 'x-forwarded-for': `3.3.3.${n}` })
      const otpToken = await prove(username)
      const answer = await reset(username, otpToken)
      expect(await logIn(username, good)).toMatchObject(refused('REQUEST_LIMIT', 429))
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      expect((await logIn(username, good, { cookie })).status).toBe(200)
    })
  })
})
