import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resetPassword } from '#api/contract/account.ts'
import { listActivity } from '#api/contract/activity.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '#api/contract/passkey.ts'
import { subscribePush } from '#api/contract/push.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { DAY, MINUTE } from '../../clock.ts'
import { smsMessages } from '../../database/schema/access.ts'
import { passkeyChallenges, passkeys } from '../../database/schema/passkeys.ts'
import { pushMessages } from '../../database/schema/push.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { holdBack } from '../../http/test-held-body.ts'
import { sweepAll } from '../../jobs/clean-up.ts'
import { deliverSms } from '../../push/test-sms.ts'
import { refused } from '../test-server.ts'
import { openPasskeyServer, password } from './test-passkeys.ts'

const refusal = refused('PASSKEY_REFUSED')

describeOnOne('passkeys', (open) => {
  const server = openPasskeyServer(open)

  test('a member adds one, which is listed, renamed and removed; both are told by SMS and in the activity', async () => {
    const { t } = server
    const member = await server.newMember()
    const { answer, options } = await server.add(member.request)
    expect(answer.status).toBe(200)
    expect(options).toMatchObject({
      rp: { id: 'champa.example' },
      user: { name: member.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    const list = async () => (await member.request(listPasskeys)).body.passkeys
    expect(await list()).toEqual([
      { id: answer.body.id, name: 'โทรศัพท์', createdAt: t.clock.now().toISOString(), isSynced: false },
    ])
    const lastSms = async () => {
      await deliverSms(t)
      const [sms] = await t.db
        .select()
        .from(smsMessages)
        .where(eq(smsMessages.phone, member.username))
        .orderBy(desc(smsMessages.id))
      return sms
    }
    const sms = await lastSms()
    expect(sms?.text).toMatch(/เพิ่มพาสคีย์.*, \d\d\/\d\d\/\d{4} \d\d:\d\d น\.\)/u)
    const params = { id: answer.body.id }
    await member.request(renamePasskey, { params, body: { name: 'ເຄື່ອງເກົ່າ' } })
    const unseen = { params, body: { name: '\u200B' } }
    expect(await member.request(renamePasskey, unseen)).toMatchObject(refused('KEY_INVALID'))
    expect(await list()).toMatchObject([{ name: 'ເຄື່ອງເກົ່າ' }])
    expect((await member.request(removePasskey, { params })).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await lastSms())?.text).toMatch(/ลบพาสคีย์.*, \d\d\/\d\d\/\d{4} \d\d:\d\d น\.\)/u)
    const { events } = (await member.request(listActivity, { params: {} })).body
    expect(events.map(({ kind }) => kind)).toEqual(['passkey-removed', 'passkey-added'])
  })

  test('every device of the member is told of one, and of its end', async () => {
    const { t } = server
    const member = await server.newMember()
    const other = await t.client(member.id)
    const endpoint = 'https://fcm.googleapis.com/fcm/send/other'
    const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
    const { body } = await other(subscribePush, { body: { endpoint, keys, locale: 'la' } })
    const told = () => t.db.select().from(pushMessages).where(eq(pushMessages.subscription, body.id))
    const { answer } = await server.add(member.request)
    const added = { event: 'passkey', tag: `passkey:${answer.body.id}` }
    expect(await told()).toMatchObject([added])
    await member.request(removePasskey, { params: { id: answer.body.id } })
    const removed = { event: 'passkey', tag: `passkey-removed:${answer.body.id}` }
    expect(await told()).toMatchObject([added, removed])
  })

  test('one whose last byte comes after the password was reset is not added', async () => {
    const { t, phone } = server
    const member = await server.newMember()
    const proof = { phone: member.username, purpose: 'reset-password' } as const
    const otpToken = await grantProof(t.db, proof, t.clock.now())
    const options = await member.request(beginPasskey, { body: {} })
    const { credential } = phone.makePasskey(options.body, {})
    const answer = await holdBack(
      t,
      member.request.token,
      addPasskey,
      { body: { name: 'thief', credential } },
      async () => {
        const visitor = await t.client()
        const body = { username: member.username, otpToken, newPassword: 'petal-and-river-9' }
        expect((await visitor(resetPassword, { body })).status).toBe(200)
      },
    )
    expect(answer).toEqual(refused('UNAUTHORIZED', 401))
    expect((await (await t.client(member.id))(listPasskeys)).body.passkeys).toEqual([])
  })

  test('a passkey is only its own member’s', async () => {
    const { request, passkeyId: id } = await server.memberWithPasskey()
    const other = await server.newMember()
    const params = { id }
    const unknown = refused('NO_DATA', 404)
    expect(await other.request(renamePasskey, { params, body: { name: 'mine' } })).toMatchObject(unknown)
    expect(await other.request(removePasskey, { params })).toMatchObject(unknown)
    expect(await other.request(removePasskey, { params: { id: 'nonsense' } })).toMatchObject(unknown)
    expect((await request(listPasskeys)).body.passkeys).toHaveLength(1)
  })

  test('the browser is told which ones the phone has; an eleventh is refused', async () => {
    const { request } = await server.newMember()
    const made = []
    for (let n = 0; n < 10; n += 1) made.push((await server.add(request)).passkey.credential.id)
    server.t.clock.advance(MINUTE)
    expect(await request(beginPasskey, { body: {} })).toMatchObject(refused('PASSKEY_LIMIT'))
    const { id } = (await request(listPasskeys)).body.passkeys[0] ?? {}
    await request(removePasskey, { params: { id: id ?? '' } })
    server.t.clock.advance(DAY)
    const { excludeCredentials } = (await request(beginPasskey, { body: { password } })).body
    expect(excludeCredentials).toHaveLength(9)
    expect(made).toEqual(expect.arrayContaining(excludeCredentials.map((known) => known.id)))
  })

  test('ten may be added in a day, and each is told', async () => {
    const { t, phone } = server
    const { id, username, request } = await server.newMember()
    const before = phone.makePasskey((await request(beginPasskey, { body: {} })).body, {})
    for (let n = 0; n < 10; n += 1) {
      expect((await server.add(request)).answer.status).toBe(200)
      await t.db.delete(passkeys).where(eq(passkeys.memberId, id))
      if (n === 4) t.clock.advance(MINUTE)
    }
    t.clock.advance(MINUTE)
    const limited = refused('REQUEST_LIMIT', 429)
    const body = { name: 'eleventh', credential: before.credential }
    expect(await request(addPasskey, { body })).toMatchObject(limited)
    expect(await request(beginPasskey, { body: {} })).toMatchObject(limited)
    await deliverSms(t)
    expect(await t.db.$count(smsMessages, eq(smsMessages.phone, username))).toBe(10)
    t.clock.advance(DAY)
    expect((await server.add(await t.client(id))).answer.status).toBe(200)
  })

  test('ten minutes after the sign-in the password is asked for', async () => {
    const { request } = await server.newMember()
    server.t.clock.advance(10 * MINUTE - 1)
    expect((await request(beginPasskey, { body: {} })).status).toBe(200)
    server.t.clock.advance(1)
    const wrong = refused('WRONG_PASSWORD')
    expect(await request(beginPasskey, { body: {} })).toMatchObject(wrong)
    expect(await request(beginPasskey, { body: { password: 'guess' } })).toMatchObject(wrong)
    expect((await request(beginPasskey, { body: { password } })).status).toBe(200)
  })

  test.each([
    ['of another page', { origin: 'https://champa.example.evil.test' }],
    ['of plain HTTP', { origin: 'http://champa.example' }],
    ['for another site', { rpId: 'evil.test' }],
    ['without verification by the device', { isVerified: false }],
    ['that is a signature', { type: 'webauthn.get' }],
    ['for a challenge that nobody gave', { challenge: 'x'.repeat(43) }],
  ])('a new passkey %s is refused', async (_, tampered) => {
    const { request } = await server.newMember()
    const { answer } = await server.add(request, tampered)
    expect(answer).toMatchObject(refusal)
    expect((await request(listPasskeys)).body.passkeys).toEqual([])
  })

  test('a challenge to add is its member’s, for five minutes, and answered once', async () => {
    const [one, other] = [await server.newMember(), await server.newMember()]
    const begin = async () => (await one.request(beginPasskey, { body: {} })).body
    const send = async (request: typeof one.request, options: Awaited<ReturnType<typeof begin>>) => {
      const { credential } = server.phone.makePasskey(options)
      return request(addPasskey, { body: { name: 'A', credential } })
    }
    const foreign = await begin()
    expect(await send(other.request, foreign)).toMatchObject(refusal)
    // It is spent: not even the member himself can use it now.
    expect(await send(one.request, foreign)).toMatchObject(refusal)
    const options = await begin()
    expect((await send(one.request, options)).status).toBe(200)
    expect(await send(one.request, options)).toMatchObject(refusal)
    const late = await begin()
    server.t.clock.advance(5 * MINUTE)
    expect(await send(one.request, late)).toMatchObject(refusal)
    const ofSignIn = { ...(await begin()), challenge: (await server.begin()).challenge }
    expect(await send(one.request, ofSignIn)).toMatchObject(refusal)
  })

  test('a passkey that is known already is not another member’s too', async () => {
    const { passkey } = await server.memberWithPasskey()
    const { id } = passkey.credential
    const { request } = await server.newMember()
    expect((await server.add(request, { id })).answer).toMatchObject(refusal)
    // Nor one that only says so.
    const { credential } = server.phone.makePasskey((await request(beginPasskey, { body: {} })).body)
    const lying = { ...credential, id, rawId: id }
    expect(await request(addPasskey, { body: { name: 'A', credential: lying } })).toMatchObject(refusal)
    expect((await server.enter(passkey)).status).toBe(200)
  })

  test('old challenges are swept', async () => {
    await server.begin()
    server.t.clock.advance(5 * MINUTE + 1)
    await sweepAll(server.t.context, server.t.clock.now())
    expect(await server.t.db.$count(passkeyChallenges)).toBe(0)
  })

  test('one address cannot ask for more than 300 challenges a minute', async () => {
    const visitor = await server.t.client()
    for (let n = 0; n < 300; n += 1) await visitor(beginPasskeyLogin)
    expect(await visitor(beginPasskeyLogin)).toMatchObject(refused('REQUEST_LIMIT', 429))
    server.t.clock.advance(MINUTE)
    expect((await visitor(beginPasskeyLogin)).status).toBe(200)
  })
})
