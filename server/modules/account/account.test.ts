import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createAccount, type Registration, updateProfile, validateAccount } from '#api/contract/account.ts'
import { getProfile } from '#api/contract/profile.ts'
import { addBankAccount, updateBankAccountName } from '#api/contract/bank-account.ts'
import { login } from '#api/contract/login.ts'
import { sendOtp } from '#api/contract/otp.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { openSession } from '../../auth/sessions.ts'
import { DAY, HOUR, later, MINUTE } from '../../clock.ts'
import { members } from '../../database/schema/members.ts'
import { settings } from '../../database/schema/site.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { type Client, openTestApp, type TestApp } from '../../http/test-app.ts'
import { momentInSms } from '../../push/queue-sms.ts'
import { deliverSms } from '../../push/test-sms.ts'
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

describeOnOne('accounts', (open) => {
  let t: TestApp
  let request: Client

  beforeAll(async () => {
    t = await openTestApp(open, { seeded: true })
    request = await t.client()
  })

  async function newPerson(): Promise<Registration> {
    const phone = newPhone()
    return { ...personOf(phone), otpToken: await provePhone(t.db, request, phone) }
  }

  test('registration in four steps creates a member who can sign in', async () => {
    const person = await newPerson()
    expect(await request(validateAccount, { body: person })).toMatchObject({
      status: 200,
      body: { message: 'OK' },
    })
    const registration = { ...person, ...bankOf(), sourceCode: 'LINE', inviteCode: '' }
    expect(await request(createAccount, { body: registration })).toMatchObject({
      status: 200,
      body: { message: 'SUCCESS' },
    })
    const { body } = await request(login, { body: { username: person.username, password } })
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
    expect(await request(validateAccount, { body: unverified })).toMatchObject(refused('UNVERIFIED_OTP'))
    expect(await request(createAccount, { body: { ...unverified, ...bankOf() } })).toMatchObject(
      refused('UNVERIFIED_OTP'),
    )
    const late = await newPerson()
    t.clock.advance(15 * MINUTE)
    expect(await request(validateAccount, { body: late })).toMatchObject(refused('UNVERIFIED_OTP'))

    const used = await newPerson()
    await request(createAccount, { body: { ...used, ...bankOf() } })
    await t.db.update(members).set({ username: newPhone() }).where(eq(members.username, used.username))
    expect(await request(validateAccount, { body: used })).toMatchObject(refused('UNVERIFIED_OTP'))
  })

  test('only the proof of verification registers a phone, not knowing its number', async () => {
    const { otpToken, ...known } = await newPerson()
    const mine = await newPerson()
    const pending = await request(sendOtp, { body: { phoneNumber: newPhone() } })
    for (const stolen of [undefined, '', 'A'.repeat(43), mine.otpToken, pending.body.otpToken]) {
      const body = { ...known, otpToken: stolen }
      expect(await request(validateAccount, { body })).toMatchObject(refused('UNVERIFIED_OTP'))
      expect(await request(createAccount, { body: { ...body, ...bankOf() } })).toMatchObject(
        refused('UNVERIFIED_OTP'),
      )
    }
    expect((await request(createAccount, { body: { ...known, otpToken, ...bankOf() } })).status).toBe(200)
  })

  test('a site can register members without one-time codes', async () => {
    await t.db.insert(settings).values({ key: 'registerOTP', value: false })
    expect((await request(validateAccount, { body: personOf(newPhone()) })).status).toBe(200)
    await t.db.delete(settings).where(eq(settings.key, 'registerOTP'))
  })

  test('a stranger does not learn whether a phone is registered; without codes, only a limited number of times a day', async () => {
    const username = newPhone()
    await addMember(t.db, { username })
    for (const phone of [username, newPhone()]) {
      expect(await request(validateAccount, { body: personOf(phone) })).toMatchObject(
        refused('UNVERIFIED_OTP'),
      )
      expect(await request(createAccount, { body: { ...personOf(phone), ...bankOf() } })).toMatchObject(
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

  test('invalid registrations are refused with the reason', async () => {
    // Another registration with the same phone succeeds meanwhile.
    const person = await newPerson()
    await addMember(t.db, { username: person.username })
    expect(await request(validateAccount, { body: person })).toMatchObject(refused('EXISTING_USER'))
    expect(await request(createAccount, { body: { ...person, ...bankOf() } })).toMatchObject(
      refused('EXISTING_USER'),
    )
    expect(await request(validateAccount, { body: personOf('12345') })).toMatchObject(
      refused('PHONE_NUMBER_REQUIRE_10_DIGIT'),
    )
  })

  test('a name that cannot be read, or draws over others, is refused wherever it is given; one that is stored is shown', async () => {
    const stored = `e${'\u0301'.repeat(150)}`
    const account = { ...bankOf(), name: stored, bankAccountName: stored }
    const { request: member } = await newMember(account)
    expect((await member(getProfile)).body.profile).toMatchObject({ name: stored, bankAccountName: stored })
    const person = personOf(newPhone())
    const { bankCode } = account
    for (const bad of ['\u200B', '\u3164', 'a\u200D', 'a\u0007b', 'a\nb', `${stored}\u0301`]) {
      const named = { ...bankOf(), name: 'ใหม่', bankAccountName: bad }
      expect([
        await request(validateAccount, { body: { ...person, name: bad } }),
        await request(createAccount, { body: { ...person, ...bankOf(), name: bad } }),
        await request(createAccount, { body: { ...person, ...bankOf(), bankAccountName: bad } }),
        await member(updateProfile, { body: { ...named, name: bad, bankAccountName: 'ใหม่' } }),
        await member(updateProfile, { body: named }),
        await member(updateBankAccountName, { body: { bankCode, bankAccountName: bad } }),
        await member(addBankAccount, { body: named }),
      ]).toMatchObject(Array.from({ length: 7 }, () => refused('KEY_INVALID')))
    }
  })

  test('a name is stored without what nobody sees of it, and with the joiners and marks that its language has', async () => {
    const name = '\u202Eส\u200Bมชาย\u2060 ශ්\u200Dරී \u200Eသန်းမျှော်\uFEFF\u200B'
    const shown = 'สมชาย ශ්\u200Dරී သန်းမျှော်'
    const person = { ...(await newPerson()), name }
    const body = { ...person, ...bankOf(), bankAccountName: name }
    expect((await request(createAccount, { body })).status).toBe(200)
    const [member] = await t.db.select().from(members).where(eq(members.username, person.username))
    expect(member).toMatchObject({ name: shown, bankAccountName: shown })
    const { id, request: other } = await newMember({ ...bankOf(), bankAccountName: 'สมหญิง ใจดี' })
    const { bankCode, bankAccountName, bankAccountNo } = (await storedOf(id)) ?? {}
    const change = { name, bankCode, bankAccountName: `\u200E${bankAccountName}`, bankAccountNo }
    expect((await other(updateProfile, { body: change as never })).status).toBe(200)
    expect(await storedOf(id)).toMatchObject({ name: shown, bankAccountName })
  })

  test.each([`e${'\u0301'.repeat(150)}`, 'สม\u200Bชาย', ''])(
    'the stored name %j comes with a change of the bank account and stays',
    async (name) => {
      const { id, username, request: member } = await newMember({ ...bankOf(), name })
      const body = { ...bankOf(), name, otpToken: await provePhone(t.db, member, username) }
      expect((await member(updateProfile, { body })).status).toBe(200)
      expect(await storedOf(id)).toMatchObject({ name, bankAccountNo: body.bankAccountNo })
    },
  )

  test('a bank account must be valid, and not another member’s', async () => {
    const person = await newPerson()
    const create = (bank: object) => request(createAccount, { body: { ...person, ...bankOf(), ...bank } })
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
    // None of these attempts used up the verification.
    expect((await create({ bankCode: 'BBL', bankAccountName: ' somying  jaidee ' })).status).toBe(200)
    const [member] = await t.db.select().from(members).where(eq(members.username, person.username))
    expect(member?.bankAccountName).toBe('SOMYING JAIDEE')
  })

  test('two simultaneous registrations create one member', async () => {
    const body = { ...(await newPerson()), ...bankOf() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => request(createAccount, { body })))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400])
    const told = new Set(answers.map(({ body: answer }) => answer.message))
    for (const message of told) {
      expect(['SUCCESS', 'EXISTING_USER', 'EXISTING_BANK', 'UNVERIFIED_OTP']).toContain(message)
    }
  })

  test('the inviter is stored; an unknown invite code does not prevent the registration', async () => {
    const inviter = await addMember(t.db)
    for (const [inviteCode, invitedBy] of [
      [`PR${inviter}`, inviter],
      ['PRNOBODY', null],
      ["PR' or 1=1", null],
    ] as const) {
      const person = await newPerson()
      const body = { ...person, ...bankOf(), inviteCode, sourceCode: 'UNKNOWN' }
      expect((await request(createAccount, { body })).status).toBe(200)
      const [member] = await t.db.select().from(members).where(eq(members.username, person.username))
      expect(member).toMatchObject({ invitedBy, inviteCode, sourceCode: null })
    }
  })

  async function newMember(values: object = bankOf()) {
    const username = newPhone()
    const id = await addMember(t.db, { username, ...values })
    return { id, username, request: await t.client(id) }
  }
  const storedOf = async (id: string) => (await t.db.select().from(members).where(eq(members.id, id)))[0]

  test('a member changes name and bank with a code to their own phone', async () => {
    const { username, request: member } = await newMember()
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
    // None of these attempts used up the code.
    expect(await member(updateProfile, { body: change })).toMatchObject({
      status: 200,
      body: {
        profile: { name: 'ใหม่', bankCode: 'SCB', bank: { nameTH: 'ธนาคารไทยพาณิชย์' } },
        bankAccount: { bankAccountNo: change.bankAccountNo },
      },
    })
    expect((await member(getProfile)).body.profile).toMatchObject({ name: 'ใหม่', bankCode: 'SCB' })
  })

  test('a name corrected while the account changes stays with the new number', async () => {
    const { username, request: member } = await newMember({
      ...bankOf(),
      bankCode: 'KTB',
      bankAccountName: 'SOMYING',
    })
    const prove = () => grantProof(t.db, { phone: username, purpose: 'bank-account' }, t.clock.now())
    const corrected = { bankCode: 'KTB', bankAccountName: 'SOMYING JAIDEE' }
    const moved = { ...corrected, name: 'Somying', bankAccountNo: newAccountNo() }
    const [change, correction] = [
      { ...moved, otpToken: await prove() },
      { ...corrected, otpToken: await prove() },
    ]
    // Both arrive before either is done; whichever is first, the number is the new one.
    const answers = await Promise.all([
      member(updateProfile, { body: change }),
      member(updateBankAccountName, { body: correction }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await member(getProfile)).body.bankAccount).toMatchObject({
      bankAccountName: corrected.bankAccountName,
      bankAccountNo: moved.bankAccountNo,
    })
  })

  test('a Thai name at a bank that needs a Latin one is corrected with a code to the member’s phone', async () => {
    const { username, request: member } = await newMember({ ...bankOf(), bankCode: 'KTB' })
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
    // An identical name is not a change.
    expect((await rename('KTB', 'SOMYING JAIDEE')).status).toBe(200)
  })

  test('without a new code to the member’s phone, a stolen token cannot change the bank account', async () => {
    const own = { ...bankOf(), bankAccountName: 'สมหญิง ใจดี' }
    const { id, username, request: thief } = await newMember(own)
    const accomplice = await newMember()
    const before = await storedOf(id)
    const pending = (await thief(sendOtp, { body: { phoneNumber: username } })).body.otpToken
    const registration = await newPerson()
    const foreign = await provePhone(t.db, accomplice.request, accomplice.username)
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
    // Only the member's own name does not concern the bank account.
    await thief(updateProfile, { body: { name: 'Mali', ...own } })
    expect(await storedOf(id)).toMatchObject({ name: 'Mali', bankChangedAt: null })
  })

  test('a code is valid for one change within fifteen minutes', async () => {
    const { username, request: member } = await newMember()
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

  test('a verification from before the phone was a member’s allows no change afterwards', async () => {
    const person = await newPerson()
    t.clock.advance(MINUTE)
    const second = await provePhone(t.db, request, person.username)
    await request(createAccount, { body: { ...person, ...bankOf() } })
    const [stored] = await t.db.select().from(members).where(eq(members.username, person.username))
    const member = await t.client(stored?.id)
    for (const otpToken of [person.otpToken, second]) {
      const body = { name: 'Somying', ...bankOf(), otpToken }
      expect(await member(updateProfile, { body })).toMatchObject(refused('UNVERIFIED_OTP'))
    }
  })

  test.each([
    ['TH', 'บัญชีรับเงินของคุณเปลี่ยนเป็น ธนาคารไทยพาณิชย์ ลงท้าย', 'พักไว้ถึง', 'เปลี่ยนเมื่อ'],
    ['LA', 'ບັນຊີຮັບເງິນຂອງທ່ານປ່ຽນເປັນ Siam Commercial Bank ລົງທ້າຍ', 'ພັກໄວ້ຮອດ', 'ປ່ຽນເມື່ອ'],
    [
      'EN',
      'Your withdrawals now go to Siam Commercial Bank, account ending in',
      'on hold until',
      'was changed on',
    ],
  ])('the member is notified of a change by SMS: %s', async (locale, moved, held, renamed) => {
    const { username, request: member } = await newMember()
    const change = async (bank: object) => {
      const body = { name: 'Mali', ...bankOf(), bankCode: 'SCB', ...bank }
      const otpToken = await provePhone(t.db, member, username)
      t.clock.advance(MINUTE)
      const headers = { cookie: `locale=${locale}` }
      expect((await member(updateProfile, { body: { ...body, otpToken }, headers })).status).toBe(200)
      return body
    }
    const { bankAccountNo } = await change({})
    await deliverSms(t)
    const told = (await readSms(t.db, username)).text
    expect(told).toContain(moved)
    expect(told).toContain(`${held} ${momentInSms(later(t.clock.now(), DAY))}`)
    expect(told).toContain(bankAccountNo.slice(-4))
    expect(told).not.toContain(bankAccountNo)
    await change({ bankAccountNo, bankAccountName: 'Mali Jaidee' })
    await deliverSms(t)
    expect((await readSms(t.db, username)).text).toContain(`${renamed} ${momentInSms(t.clock.now())}`)
  })

  test('the SMS is in the language of the member’s devices: a thief chooses that of the request', async () => {
    const { id, username, request: thief } = await newMember()
    const visit = { userAgent: '', address: '', locale: 'la' } as const
    await openSession(t.db, id, t.clock.now(), { visit })
    // The thief's session is the one last used, and in the thief's language.
    t.clock.advance(HOUR)
    await thief(getProfile, { headers: { cookie: 'locale=EN' } })
    const otpToken = await provePhone(t.db, thief, username)
    const body = { name: 'Mali', ...bankOf(), otpToken }
    expect((await thief(updateProfile, { body, headers: { cookie: 'locale=EN' } })).status).toBe(200)
    await deliverSms(t)
    expect((await readSms(t.db, username)).text).toContain('ບັນຊີຮັບເງິນຂອງທ່ານປ່ຽນເປັນ Kasikornbank')
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

  test('in Laos a number that says another currency, or dollars, is refused and nothing is made', async () => {
    const laos = await openTestApp(open, { settings: { LAOS: 'true' }, seeded: true })
    const visitor = await laos.client()
    const otpToken = await provePhone(laos.db, visitor, '02012345679')
    const create = (group: string, currency?: 'LAK' | 'BAHT') => {
      const bank = { bankCode: 'BCEL', bankAccountName: 'ສົມໃຈ', bankAccountNo: `01012${group}00999999002` }
      return visitor(createAccount, { body: { ...personOf('20 1234 5679'), ...bank, otpToken, currency } })
    }
    expect(await create('02', 'LAK')).toMatchObject(refused('INVALID_USER_INFO'))
    expect(await create('00', 'BAHT')).toMatchObject(refused('INVALID_USER_INFO'))
    expect(await create('01', 'LAK')).toMatchObject(refused('INVALID_USER_INFO'))
    expect(await create('01')).toMatchObject(refused('INVALID_USER_INFO'))
    expect((await create('02')).status).toBe(200)
    const [member] = await laos.db.select().from(members).where(eq(members.username, '02012345679'))
    expect(member).toMatchObject({ currency: 'BAHT' })
  })
})
