import { generateKeyPairSync } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resetPassword } from '#api/contract/account.ts'
import { listActivity } from '#api/contract/activity.ts'
import { takeBreak } from '#api/contract/limits.ts'
import { beginUnlock, listPasskeys, removePasskey } from '#api/contract/passkey.ts'
import { listSessions } from '#api/contract/session.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { DAY, MINUTE } from '../../clock.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { smsMessages } from '../../database/schema/access.ts'
import { members } from '../../database/schema/members.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { writeSetting } from '../../database/settings.ts'
import { clientOf } from '../../http/test-app.ts'
import { deliverSms } from '../../push/test-sms.ts'
import { openPasskeyServer } from '../passkey/test-passkeys.ts'
import { refused } from '../test-server.ts'

const refusal = refused('PASSKEY_REFUSED')
const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

describeOnOne('a sign-in by passkey', (open) => {
  const server = openPasskeyServer(open)

  test('opens a session of the passkey’s member, and is noted at the passkey', async () => {
    const { username, passkey, request } = await server.memberWithPasskey()
    server.t.clock.advance(MINUTE)
    const { status, body } = await server.enter(passkey)
    expect(status).toBe(200)
    const entered = await clientOf(server.t.app, body.token)(getWallet)
    expect(entered.body.profile.username).toBe(username)
    expect((await request(listPasskeys)).body.passkeys).toMatchObject([
      { lastUsedAt: server.t.clock.now().toISOString() },
    ])
  })

  test('does not get around a self-exclusion, which the lock of the app does not outlive either', async () => {
    const { passkey, request } = await server.memberWithPasskey()
    await request(takeBreak, { body: { kind: 'exclusion', months: 6 } })
    expect(await server.enter(passkey)).toMatchObject({
      status: 400,
      body: { message: 'PLAY_BREAK', reason: 'exclusion' },
    })
    expect(await request(beginUnlock)).toMatchObject(refused('UNAUTHORIZED', 401))
  })

  test('the question for it names nobody, and is the same for everybody', async () => {
    await server.memberWithPasskey()
    const { challenge, ...rest } = await server.begin()
    expect(challenge).toMatch(/^[\w-]{43}$/u)
    expect(rest).toEqual({
      rpId: 'champa.example',
      timeout: 5 * MINUTE,
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  test.each([
    ['of another page', { origin: 'https://champa.example.evil.test' }],
    ['of another port', { origin: 'https://champa.example:444' }],
    ['for another site', { rpId: 'evil.test' }],
    ['by another key', { key: foreignKey }],
    ['for a challenge that nobody gave', { challenge: 'x'.repeat(43) }],
    ['without verification by the device', { isVerified: false }],
    ['that makes a passkey', { type: 'webauthn.create' }],
    ['that does not say whose it is', { userHandle: undefined }],
    ['that names another member', { userHandle: 'AAAA' }],
  ])('a signature %s is refused', async (_, tampered) => {
    const { passkey, request } = await server.memberWithPasskey()
    expect(await server.enter(passkey, tampered)).toMatchObject(refusal)
    const { events } = (await request(listActivity, { params: {} })).body
    expect(events[0]?.kind).toBe('sign-in-failed')
    expect((await server.enter(passkey)).status).toBe(200)
  })

  test('an unknown passkey and a removed one are refused like a wrong signature', async () => {
    const { request, passkey, passkeyId } = await server.memberWithPasskey()
    const unknown = { ...passkey.sign(await server.begin()), id: 'bm9ib2R5', rawId: 'bm9ib2R5' }
    expect(await server.send(unknown)).toMatchObject(refusal)
    await request(removePasskey, { params: { id: passkeyId } })
    expect(await server.enter(passkey)).toMatchObject(refusal)
  })

  test('a signature counts once, also when it comes many times at once', async () => {
    const { passkey } = await server.memberWithPasskey()
    const signed = passkey.sign(await server.begin())
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.send(signed)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await server.send(signed)).toMatchObject(refusal)
  })

  test('a challenge is spent by a wrong answer, and lasts five minutes', async () => {
    const { passkey } = await server.memberWithPasskey()
    const asked = await server.begin()
    expect(await server.send(passkey.sign(asked, { key: foreignKey }))).toMatchObject(refusal)
    expect(await server.send(passkey.sign(asked))).toMatchObject(refusal)
    const late = await server.begin()
    server.t.clock.advance(5 * MINUTE)
    expect(await server.send(passkey.sign(late))).toMatchObject(refusal)
  })

  test('a count that goes back shows a copied authenticator; one that keeps none is accepted', async () => {
    const { passkey } = await server.memberWithPasskey()
    expect((await server.enter(passkey, { counter: 7 })).status).toBe(200)
    expect(await server.enter(passkey, { counter: 7 })).toMatchObject(refusal)
    expect(await server.enter(passkey, { counter: 6 })).toMatchObject(refusal)
    expect((await server.enter(passkey, { counter: 8 })).status).toBe(200)
    const synced = await server.memberWithPasskey()
    for (const _ of [1, 2]) expect((await server.enter(synced.passkey, { counter: 0 })).status).toBe(200)
  })

  test('is refused as by password: an account that is not open, and a site that is gone', async () => {
    const { t } = server
    const { id, passkey, logIn } = await server.memberWithPasskey()
    await t.db.update(members).set({ status: 'inactive' }).where(eq(members.id, id))
    for (const answer of [await server.enter(passkey), await logIn()])
      expect(answer).toMatchObject(refused('INACTIVE_USER'))
    await t.db.update(members).set({ status: 'active' }).where(eq(members.id, id))
    await writeSetting(t.db, 'active', false)
    for (const answer of [await server.enter(passkey), await logIn()])
      expect(answer.body).toEqual({ message: 'GONE' })
    await writeSetting(t.db, 'active', true)
  })

  test('a new device is told by SMS and in the list, a known one is not', async () => {
    const { t } = server
    const { username, passkey, logIn } = await server.memberWithPasskey({
      createdAt: new Date(t.clock.now().getTime() - 2 * DAY),
    })
    const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const known = cookieOf((await logIn()).headers)
    const told = async () => {
      await deliverSms(t)
      const isNewDevice = like(smsMessages.text, '%อุปกรณ์ใหม่%')
      return t.db.$count(smsMessages, and(eq(smsMessages.phone, username), isNewDevice))
    }
    expect(await told()).toBe(1)
    const again = await server.send(passkey.sign(await server.begin()), { cookie: known })
    expect(cookieOf(again.headers)).toBe(known)
    const { body } = await server.enter(passkey)
    // The one on the known device has told nothing: this is the second.
    expect(await told()).toBe(2)
    const { sessions } = (await clientOf(t.app, body.token)(listSessions)).body
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({ isNewDevice: true })
  })

  test('who resets the password loses every passkey', async () => {
    const { t } = server
    const { username, passkey } = await server.memberWithPasskey()
    const proof = { phone: username, purpose: 'reset-password' } as const
    const otpToken = await grantProof(t.db, proof, t.clock.now())
    const body = { username, otpToken, newPassword: 'ดอกจำปา 5678' }
    expect((await (await t.client())(resetPassword, { body })).status).toBe(200)
    expect(await server.enter(passkey)).toMatchObject(refusal)
  })
})
