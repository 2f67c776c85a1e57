import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  createAccount,
  getProfile,
  login,
  type Registration,
  updateBankAccountName,
  updateProfile,
  validateAccount,
} from '#api/contract/account.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { MINUTE } from '../../clock.ts'
import { smsMessages } from '../../database/schema/access.ts'
import { members } from '../../database/schema/members.ts'
import { settings } from '../../database/schema/site.ts'
import { addMember, describeOnEach } from '../../database/test-database.ts'
import { type Client, openTestApp, type TestApp } from '../../http/test-app.ts'

let numbers = 0
const newPhone = () => `06${String((numbers += 1)).padStart(8, '0')}`
const newAccountNo = () => `77${String((numbers += 1)).padStart(8, '0')}`
const refused = (message: string, status = 400) => ({ status, body: { message } })

const personOf = (username: string): Registration => ({ name: 'สมหญิง ใจดี', username, password: 'secret' })
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

  /** Gives the token that shows that the phone was verified. */
  async function verifyPhone(phone: string, by = ask, app = t): Promise<string> {
    const { body } = await by(sendOtp, { body: { phoneNumber: phone } })
    const [sms] = await app.db
      .select()
      .from(smsMessages)
      .where(eq(smsMessages.phone, phone))
      .orderBy(desc(smsMessages.id))
    const otpCode = /\d{6}/u.exec(sms?.text ?? '')?.[0] ?? ''
    expect((await by(verifyOtp, { body: { otpToken: body.otpToken, otpCode } })).status).toBe(200)
    return body.otpToken
  }

  async function newPerson(): Promise<Registration> {
    const phone = newPhone()
    return { ...personOf(phone), otpToken: await verifyPhone(phone) }
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
    const { body } = await ask(login, { body: { username: person.username, password: 'secret' } })
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

  test('what cannot be a member is refused with the reason', async () => {
    const username = newPhone()
    await addMember(t.db, { username })
    expect(await ask(validateAccount, { body: personOf(username) })).toMatchObject(refused('EXISTING_USER'))
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

  test('a member changes name and bank', async () => {
    const id = await addMember(t.db, bankOf())
    const member = await t.client(id)
    const change = { name: 'ใหม่', bankCode: 'SCB', bankAccountName: 'ใหม่ จริง', bankAccountNo: newAccountNo() }
    expect(await member(updateProfile, { body: change })).toMatchObject({
      status: 200,
      body: {
        profile: { name: 'ใหม่', bankCode: 'SCB', bank: { nameTH: 'ธนาคารไทยพาณิชย์' } },
        bankAccount: { bankAccountNo: change.bankAccountNo },
      },
    })
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
    expect((await member(getProfile)).body.profile).toMatchObject({ name: 'ใหม่', bankCode: 'SCB' })
  })

  test('a Thai name at a bank that wants a Latin one is put right', async () => {
    const id = await addMember(t.db, { ...bankOf(), bankCode: 'KTB' })
    const member = await t.client(id)
    const rename = (bankCode: string, bankAccountName: string) =>
      member(updateBankAccountName, { body: { bankCode, bankAccountName } })
    expect(await rename('SCB', 'SOMYING')).toMatchObject(refused('INVALID_BANK'))
    expect(await rename('KTB', 'สมหญิง')).toMatchObject(refused('BANK_ACCOUNT_NAME_ENG'))
    expect(await rename('KTB', 'Somying 2')).toMatchObject(refused('BANK_ACCOUNT_NAME_ENG'))
    expect((await rename('KTB', 'Somying Jaidee')).body.bankAccount).toMatchObject({
      bankAccountName: 'SOMYING JAIDEE',
    })
  })

  test('in Laos the bank and the currency are Lao', async () => {
    const laos = await openTestApp(open, { settings: { LAOS: 'true' }, seeded: true })
    const visitor = await laos.client()
    const otpToken = await verifyPhone('02012345678', visitor, laos)
    const bank = { bankCode: 'BCEL', bankAccountName: 'ສົມໃຈ', bankAccountNo: '010120000999999001' }
    const body = { ...personOf('20 1234 5678'), ...bank, otpToken, currency: 'LAK' as const }
    expect((await visitor(createAccount, { body })).status).toBe(200)
    const [member] = await laos.db.select().from(members).where(eq(members.username, '02012345678'))
    expect(member).toMatchObject({ currency: 'LAK', bankCode: 'BCEL' })
    expect(await visitor(validateAccount, { body: personOf('1') })).toMatchObject(refused('KEY_INVALID'))
  })
})
