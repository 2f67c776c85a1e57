import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  createAccount,
  getProfile,
  type Registration,
  updateBankAccountName,
  updateProfile,
  validateAccount,
} from '#api/contract/account.ts'
import { login } from '#api/contract/login.ts'
import { sendOtp } from '#api/contract/otp.ts'
import { HOUR, MINUTE } from '../../clock.ts'
import { members } from '../../database/schema/members.ts'
import { settings } from '../../database/schema/site.ts'
import { addMember, describeOnEach } from '../../database/test-database.ts'
import { type Client, openTestApp, type TestApp } from '../../http/test-app.ts'
import { provePhone, readSms } from '../otp/test-otp.ts'

let numbers = 0
const newPhone = () => `06${String((numbers += 1)).padStart(8, '0')}`
const newAccountNo = () => `77${String((numbers += 1)).padStart(8, '0')}`
const refused = (message: string, status = 400) => ({ status, body: { message } })

const password = 'petal-and-river-9'
const personOf = (username: string): Registration => ({ name: 'สมหญิง ใจดี', username, password })
const bankOf = () => ({
  bankCode: 'KBANK',
  bankAccountName: 'สมหญิง  ใจดี',
  bankAccountNo: newAccountNo(),
})

describeOnEach('accounts', (open) => {
  let t: TestApp
  let ask: Client

  beforeAll(async () => {
    t = await openTestApp(open, { seeded: true })
    ask = await t.client()
  })

  async function newPerson(): Promise<Registration> {
    const phone = newPhone()
    return { ...personOf(phone), otpToken: await provePhone(t.db, ask, phone) }
  }

  test('four steps make a member who can sign in', async () => {
    const person = await newPerson()
    expect(await ask(validateAccount, { body: person })).toMatchObject({
      status: 200,
      body: { message: 'OK' },
    })
    const registration = { ...person, ...bankOf(), sourceCode: 'LINE', inviteCode: '' }
    expect(await ask(createAccount, { body: registration })).toMatchObject({
      status: 200,
      body: { message: 'SUCCESS' },
    })
    const { body } = await ask(login, { body: { username: person.username, password } })
    expect(body.token).toBeTruthy()
    const [member] = await t.db.select().from(members).where(eq(members.username, person.username))
    expect(member).toMatchObject({ sourceCode: 'LINE', currency: 'BAHT', bankAccountName: 'สมหญิง ใจดี' })
    const profile = await (await t.client(member?.id))(getProfile)
    expect(profile.body).toMatchObject({
      profile: {
        _id: member?.id,
        username: person.username,
        name: person.name,
        coin: 0,
        bankCode: 'KBANK',
        bank: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
      },
      bankAccount: { bankAccountName: 'สมหญิง ใจดี', bankAccountNo: registration.bankAccountNo },
    })
    expect(JSON.stringify(profile.body)).not.toMatch(/password|scrypt/iu)
  })

  test('a phone that was not verified, or too long ago, or by an earlier registration, is refused', async () => {
    const unverified = personOf(newPhone())
    expect(await ask(validateAccount, { body: unverified })).toMatchObject(refused('UNVERIFIED_OTP'))
    expect(await ask(createAccount, { body: { ...unverified, ...bankOf() } })).toMatchObject(
      refused('UNVERIFIED_OTP'),
    )
    const late = await newPerson()
    t.clock.advance(15 * MINUTE)
    expect(await ask(validateAccount, { body: late })).toMatchObject(refused('UNVERIFIED_OTP'))

    const used = await newPerson()
    await ask(createAccount, { body: { ...used, ...bankOf() } })
    await t.db.update(members).set({ username: newPhone() }).where(eq(members.username, used.username))
    expect(await ask(validateAccount, { body: used })).toMatchObject(refused('UNVERIFIED_OTP'))
  })

  test('knowing a phone that somebody verified gives nothing: only the proof registers it', async () => {
    const { otpToken, ...known } = await newPerson()
    const mine = await newPerson()
    const pending = await ask(sendOtp, { body: { phoneNumber: newPhone() } })
    for (const stolen of [undefined, '', 'A'.repeat(43), mine.otpToken, pending.body.otpToken]) {
      const body = { ...known, otpToken: stolen }
      expect(await ask(validateAccount, { body })).toMatchObject(refused('UNVERIFIED_OTP'))
      expect(await ask(createAccount, { body: { ...body, ...bankOf() } })).toMatchObject(
        refused('UNVERIFIED_OTP'),
      )
    }
    expect((await ask(createAccount, { body: { ...known, otpToken, ...bankOf() } })).status).toBe(200)
  })

  test('no code is asked for where the house does not want one', async () => {
    await t.db.insert(settings).values({ key: 'registerOTP', value: false })
    expect((await ask(validateAccount, { body: personOf(newPhone()) })).status).toBe(200)
    await t.db.delete(settings).where(eq(settings.key, 'registerOTP'))
  })

  test('whose phone it is not is told nothing of it; where no code is asked for, so many times a day', async () => {
    const username = newPhone()
    await addMember(t.db, { username })
    for (const phone of [username, newPhone()]) {
      expect(await ask(validateAccount, { body: personOf(phone) })).toMatchObject(refused('UNVERIFIED_OTP'))
      expect(await ask(createAccount, { body: { ...personOf(phone), ...bankOf() } })).toMatchObject(
        refused('UNVERIFIED_OTP'),
      )
    }
    const withoutOtp = await openTestApp(open, { settings: { PHONES_PER_DAY: '3' }, seeded: true })
    await withoutOtp.db.insert(settings).values({ key: 'registerOTP', value: false })
    await addMember(withoutOtp.db, { username })
    const visitor = await withoutOtp.client()
    for (let n = 0; n < 3; n += 1) {
      expect(await visitor(validateAccount, { body: personOf(username) })).toMatchObject(
        refused('EXISTING_USER'),
      )
      withoutOtp.clock.advance(HOUR)
    }
    expect(await visitor(validateAccount, { body: personOf(username) })).toMatchObject(
      refused('REQUEST_LIMIT', 429),
    )
  })

  test('what cannot be a member is refused with the reason', async () => {
    // Registered with the same phone in between.
    const person = await newPerson()
    await addMember(t.db, { username: person.username })
    expect(await ask(validateAccount, { body: person })).toMatchObject(refused('EXISTING_USER'))
    expect(await ask(createAccount, { body: { ...person, ...bankOf() } })).toMatchObject(
      refused('EXISTING_USER'),
    )
    expect(await ask(validateAccount, { body: personOf('12345') })).toMatchObject(
      refused('PHONE_NUMBER_REQUIRE_10_DIGIT'),
    )
    expect(await ask(validateAccount, { body: { ...personOf(newPhone()), name: 'a\u0007b' } })).toMatchObject(
      refused('INVALID_USER_INFO'),
    )
  })

  test('a bank account must be one, and nobody else’s', async () => {
    const person = await newPerson()
    const create = (bank: object) => ask(createAccount, { body: { ...person, ...bankOf(), ...bank } })
    expect(await create({ bankCode: 'NOBANK' })).toMatchObject(refused('INVALID_BANK'))
    expect(await create({ bankCode: 'BCEL' })).toMatchObject(refused('INVALID_BANK'))
    expect(await create({ bankAccountNo: 'abc' })).toMatchObject(refused('INVALID_USER_INFO'))
    expect(await create({ bankCode: '' })).toMatchObject(refused('KEY_MISSING'))
    for (const bankCode of ['KTB', 'TMB', 'BBL']) {
      expect(await create({ bankCode })).toMatchObject(refused('BANK_ACCOUNT_NAME_ENG'))
    }
    const taken = bankOf()
    await addMember(t.db, taken)
    expect(
      await create({ bankAccountNo: `${taken.bankAccountNo.slice(0, 3)}-${taken.bankAccountNo.slice(3)}` }),
    ).toMatchObject(refused('EXISTING_BANK'))
    // Nothing of all that used the verification up.
    expect((await create({ bankCode: 'BBL', bankAccountName: ' somying  jaidee ' })).status).toBe(200)
    const [member] = await t.db.select().from(members).where(eq(members.username, person.username))
    expect(member?.bankAccountName).toBe('SOMYING JAIDEE')
  })

  test('the same registration twice at once makes one member', async () => {
    const body = { ...(await newPerson()), ...bankOf() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(createAccount, { body })))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400])
    const told = new Set(answers.map(({ body: answer }) => answer.message))
    for (const message of told) {
      expect(['SUCCESS', 'EXISTING_USER', 'EXISTING_BANK', 'UNVERIFIED_OTP']).toContain(message)
    }
  })

  test('who invited is kept; an unknown code turns nobody away', async () => {
    const inviter = await addMember(t.db)
    for (const [inviteCode, invitedBy] of [
      [`PR${inviter}`, inviter],
      ['PRNOBODY', null],
      ["PR' or 1=1", null],
    ] as const) {
      const person = await newPerson()
      const body = { ...person, ...bankOf(), inviteCode, sourceCode: 'UNKNOWN' }
      expect((await ask(createAccount, { body })).status).toBe(200)
      const [member] = await t.db.select().from(members).where(eq(members.username, person.username))
      expect(member).toMatchObject({ invitedBy, inviteCode, sourceCode: null })
    }
  })

  async function newMember(values: object = bankOf()) {
    const username = newPhone()
    const id = await addMember(t.db, { username, ...values })
    return { id, username, ask: await t.client(id) }
  }
  const storedOf = async (id: string) => (await t.db.select().from(members).where(eq(members.id, id)))[0]

  test('a member changes name and bank, with a code to his own phone', async () => {
    const { username, ask: member } = await newMember()
    const otpToken = await provePhone(t.db, member, username)
    const change = {
      name: 'ใหม่',
      bankCode: 'SCB',
      bankAccountName: 'ใหม่ จริง',
      bankAccountNo: newAccountNo(),
      otpToken,
    }
    const other = bankOf()
    await addMember(t.db, other)
    for (const [wrong, code] of [
      [{ bankCode: 'NOBANK' }, 'INVALID_BANK'],
      [{ bankCode: 'KTB' }, 'BANK_ACCOUNT_NAME_ENG'],
      [{ bankAccountNo: '1' }, 'INVALID_USER_INFO'],
      [{ name: 'a\u0000b' }, 'KEY_INVALID'],
      [other, 'EXISTING_BANK'],
    ] as const) {
      expect(await member(updateProfile, { body: { ...change, ...wrong } })).toMatchObject(refused(code))
    }
    // Nothing of all that used the code up.
    expect(await member(updateProfile, { body: change })).toMatchObject({
      status: 200,
      body: {
        profile: { name: 'ใหม่', bankCode: 'SCB', bank: { nameTH: 'ธนาคารไทยพาณิชย์' } },
        bankAccount: { bankAccountNo: change.bankAccountNo },
      },
    })
    expect((await member(getProfile)).body.profile).toMatchObject({ name: 'ใหม่', bankCode: 'SCB' })
  })

  test('a Thai name at a bank that wants a Latin one is put right, with a code to the member’s own phone', async () => {
    const { username, ask: member } = await newMember({ ...bankOf(), bankCode: 'KTB' })
    const rename = (bankCode: string, bankAccountName: string, otpToken?: string) =>
      member(updateBankAccountName, { body: { bankCode, bankAccountName, otpToken } })
    expect(await rename('SCB', 'SOMYING')).toMatchObject(refused('INVALID_BANK'))
    expect(await rename('KTB', 'สมหญิง')).toMatchObject(refused('BANK_ACCOUNT_NAME_ENG'))
    expect(await rename('KTB', 'Somying 2')).toMatchObject(refused('BANK_ACCOUNT_NAME_ENG'))
    expect(await rename('KTB', 'Somying Jaidee')).toMatchObject(refused('UNVERIFIED_OTP'))
    const otpToken = await provePhone(t.db, member, username)
    expect((await rename('KTB', 'Somying Jaidee', otpToken)).body.bankAccount).toMatchObject({
      bankAccountName: 'SOMYING JAIDEE',
    })
    // What is so already is no change.
    expect((await rename('KTB', 'SOMYING JAIDEE')).status).toBe(200)
  })

  test('without a fresh code of his own phone, a token turns no money to another account', async () => {
    const own = { ...bankOf(), bankAccountName: 'สมหญิง ใจดี' }
    const { id, username, ask: thief } = await newMember(own)
    const accomplice = await newMember()
    const before = await storedOf(id)
    const pending = (await thief(sendOtp, { body: { phoneNumber: username } })).body.otpToken
    const registration = await newPerson()
    const foreign = await provePhone(t.db, accomplice.ask, accomplice.username)
    for (const otpToken of [undefined, '', 'A'.repeat(43), pending, foreign, registration.otpToken]) {
      for (const change of [
        { bankCode: 'SCB' },
        { bankAccountNo: newAccountNo() },
        { bankAccountName: 'Thief' },
      ]) {
        const body = { name: 'Somchai', ...own, ...change, otpToken }
        expect(await thief(updateProfile, { body })).toMatchObject(refused('UNVERIFIED_OTP'))
      }
      const body = { bankCode: own.bankCode, bankAccountName: 'Thief', otpToken }
      expect(await thief(updateBankAccountName, { body })).toMatchObject(refused('UNVERIFIED_OTP'))
    }
    expect(await storedOf(id)).toEqual(before)
    // Only the member’s own name is no matter of the bank’s.
    await thief(updateProfile, { body: { name: 'Mali', ...own } })
    expect(await storedOf(id)).toMatchObject({ name: 'Mali', bankChangedAt: null })
  })

  test('a code is good for one change within fifteen minutes', async () => {
    const { username, ask: member } = await newMember()
    const change = async (otpToken: string) =>
      member(updateProfile, { body: { name: 'ใหม่', ...bankOf(), otpToken } })
    const late = await provePhone(t.db, member, username)
    t.clock.advance(15 * MINUTE)
    expect(await change(late)).toMatchObject(refused('UNVERIFIED_OTP'))
    const once = await provePhone(t.db, member, username)
    const answers = await Promise.all([change(once), change(once)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await change(once)).toMatchObject(refused('UNVERIFIED_OTP'))
  })

  test('who verified a phone before it was a member’s changes nothing afterwards', async () => {
    const person = await newPerson()
    t.clock.advance(MINUTE)
    const second = await provePhone(t.db, ask, person.username)
    await ask(createAccount, { body: { ...person, ...bankOf() } })
    const [stored] = await t.db.select().from(members).where(eq(members.username, person.username))
    const member = await t.client(stored?.id)
    for (const otpToken of [person.otpToken, second]) {
      const body = { name: 'Somying', ...bankOf(), otpToken }
      expect(await member(updateProfile, { body })).toMatchObject(refused('UNVERIFIED_OTP'))
    }
  })

  test.each([
    ['TH', 'บัญชีรับเงินของคุณเปลี่ยนเป็นธนาคารไทยพาณิชย์ ลงท้าย', 'ชื่อบัญชีธนาคารของคุณ'],
    ['LA', 'ບັນຊີຮັບເງິນຂອງທ່ານປ່ຽນເປັນ', 'ຊື່ບັນຊີທະນາຄານຂອງທ່ານ'],
    ['EN', 'Your withdrawals now go to Siam Commercial Bank, account ending in', 'The name on your bank'],
  ])('the member is told of a change by SMS: %s', async (locale, moved, renamed) => {
    const { username, ask: member } = await newMember()
    const change = async (bank: object) => {
      const body = { name: 'Mali', ...bankOf(), bankCode: 'SCB', ...bank }
      const otpToken = await provePhone(t.db, member, username)
      t.clock.advance(MINUTE)
      const headers = { cookie: `locale=${locale}` }
      expect((await member(updateProfile, { body: { ...body, otpToken }, headers })).status).toBe(200)
      return body
    }
    const { bankAccountNo } = await change({})
    const told = (await readSms(t.db, username)).text
    expect(told).toContain(moved)
    expect(told).toContain(bankAccountNo.slice(-4))
    expect(told).not.toContain(bankAccountNo)
    await change({ bankAccountNo, bankAccountName: 'Mali Jaidee' })
    expect((await readSms(t.db, username)).text).toContain(renamed)
  })

  test('in Laos the bank and the currency are Lao', async () => {
    const laos = await openTestApp(open, { settings: { LAOS: 'true' }, seeded: true })
    const visitor = await laos.client()
    const otpToken = await provePhone(laos.db, visitor, '02012345678')
    const bank = { bankCode: 'BCEL', bankAccountName: 'ສົມໃຈ', bankAccountNo: '010120000999999001' }
    const body = { ...personOf('20 1234 5678'), ...bank, otpToken, currency: 'LAK' as const }
    expect((await visitor(createAccount, { body })).status).toBe(200)
    const [member] = await laos.db.select().from(members).where(eq(members.username, '02012345678'))
    expect(member).toMatchObject({ currency: 'LAK', bankCode: 'BCEL' })
    expect(await visitor(validateAccount, { body: personOf('1') })).toMatchObject(refused('KEY_INVALID'))
  })
})
