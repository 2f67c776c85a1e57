import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as account from '#api/contract/account.ts'
import { addBankAccount, listBankAccounts, removeBankAccount } from '#api/contract/bank-account.ts'
import { login } from '#api/contract/login.ts'
import { autoLogin } from '#api/contract/auto-login.ts'
import { activateBonus, clearBonus } from '#api/contract/bonus.ts'
import { type ErrorCode, errorCodes } from '#api/contract/error-codes.ts'
import { claimInviteBonus } from '#api/contract/invite.ts'
import { confirmLimit, setLimit, setTimeLimit, takeBreak } from '#api/contract/limits.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { beginPasskey, loginByPasskey } from '#api/contract/passkey.ts'
import { activatePromotion } from '#api/contract/promotion.ts'
import { createQr } from '#api/contract/qrcode.ts'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import { claimCoupon, spin } from '#api/contract/spinwheel.ts'
import * as wallet from '#api/contract/wallet.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { grantProof } from '../auth/one-time-codes.ts'
import { DAY, MINUTE } from '../clock.ts'
import type { Connection } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { passkeys } from '../database/schema/passkeys.ts'
import { coupons, spinSlices } from '../database/schema/spin.ts'
import { settings } from '../database/schema/site.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { FaultInjector } from '../database/test-fault-injection.ts'
import { reportResult } from '../modules/games/report-result.ts'
import type { Setting, SettingKey } from '../database/settings.ts'
import { faultyProgram } from '../modules/test-crash.ts'
import { type TestServer, openTestServer, SETUP_TIMEOUT_MS, type TestMember } from '../modules/test-server.ts'
import { provePhone, readSms } from '../modules/otp/test-otp.ts'
import { clientOf } from './test-app.ts'
import { otherBackends } from './unsent-codes.ts'

let phones = 0
const newPhone = () => `09${String((phones += 1)).padStart(8, '0')}`
let accounts = 0
const newAccountNo = () => `55${String((accounts += 1)).padStart(8, '0')}`

describeOnEmbedded('the wire says', (open) => {
  let server: TestServer
  let connection: Connection
  let visitor: Awaited<ReturnType<TestServer['client']>>
  beforeAll(async () => {
    server = await openTestServer(async () => (connection = await open()), { REQUESTS_PER_MINUTE: '0' })
    visitor = await server.client()
    await server.db.update(spinSlices).set({ weight: 0 })
    await server.db.update(spinSlices).set({ weight: 1 }).where(eq(spinSlices.code, 'B20'))
  }, SETUP_TIMEOUT_MS)

  async function challenge(phone = newPhone()) {
    const { otpToken } = (await visitor(sendOtp, { body: { phoneNumber: phone } })).body
    const { code } = await readSms(server.db, phone)
    return { phone, otpToken, code, wrong: code === '000000' ? '111111' : '000000' }
  }
  const verify = (otpToken: string, otpCode: string) => visitor(verifyOtp, { body: { otpToken, otpCode } })
  async function registration(more: object = {}) {
    const { phone, otpToken, code } = await challenge()
    await verify(otpToken, code)
    return {
      name: 'Somying',
      username: phone,
      password: 'secret-1',
      bankCode: 'SCB',
      bankAccountName: 'SOMYING',
      bankAccountNo: newAccountNo(),
      otpToken,
      ...more,
    }
  }
  const register = async (more: object = {}) =>
    visitor(account.createAccount, { body: await registration(more) })
  async function hired(password = 'secret-1') {
    const body = await registration({ password })
    await visitor(account.createAccount, { body })
    return body
  }
  async function setting<Key extends SettingKey>(
    key: Key,
    value: Setting<Key>,
    work: () => Promise<unknown>,
  ) {
    const [before] = await server.db.select().from(settings).where(eq(settings.key, key))
    const row = { key, value }
    await server.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
    const answer = await work()
    await (before
      ? server.db.update(settings).set(before).where(eq(settings.key, key))
      : server.db.delete(settings).where(eq(settings.key, key)))
    return answer
  }
  const armed = async (name: string, work: () => Promise<unknown>) => {
    await server.submitForm('/switches', { name })
    return work()
  }
  async function player(money = 100_000): Promise<TestMember> {
    const member = await server.newMember({ wallet: money })
    await member.request(wallet.activateGame, { params: { slot: 'PG' } })
    return member
  }
  async function loser() {
    const member = await player()
    await member.request(wallet.transferAll, { body: { to: 'PG' } })
    const result = { memberId: member.id, gameCode: 'PG', amount: -20_000, round: randomUUID() }
    await transact(server.db, (tx) => reportResult(tx, result, server.clock.now()))
    return member
  }
  async function inviter(friendsMoney?: number) {
    const member = await server.newMember()
    if (friendsMoney !== undefined) await server.newMember({ invitedBy: member.id, wallet: friendsMoney })
    return member
  }
  async function winner() {
    const member = await server.newMember({ wallet: 10_000 })
    await member.request(spin)
    return member
  }
  const claim = ({ request }: TestMember, coupon = 'B20') => request(claimCoupon, { body: { coupon } })
  const take = ({ request }: TestMember, code: string) => request(activateBonus, { params: { code } })
  const redeem = ({ request }: TestMember, code: string) => request(activatePromotion, { params: { code } })
  const move = ({ request }: TestMember, to: string, amount = 10) =>
    request(wallet.transfer, { body: { from: 'WALLET', to, amount } })
  const upload = ({ request }: TestMember, file?: File) => request(wallet.uploadSlip, { file })
  const withdraw = ({ request }: TestMember, amount = 100) => request(wallet.withdraw, { body: { amount } })
  async function owner() {
    const username = newPhone()
    return { ...(await server.newMember({ username })), username }
  }
  async function addAccount({ request, username }: TestMember & { username: string }, more: object = {}) {
    const otpToken = await grantProof(
      server.db,
      { phone: username, purpose: 'bank-account' },
      server.clock.now(),
    )
    const given = { bankCode: 'SCB', bankAccountName: 'SOMCHAI', bankAccountNo: newAccountNo(), ...more }
    return request(addBankAccount, { body: { ...given, otpToken } })
  }
  const slot = { params: { slot: 'PG' } }
  const invite = { enabled: true, firstDeposit: 5_000, banners: [] }
  const refund = { enabled: true, percent: 5, minimum: 1, banners: [] }
  const gift = 'U2FsdGVkX1+not-sealed'

  /** Loses the database at the first statement of the call's own. */
  async function broken(
    token: string,
    request: (world: { request: TestMember['request'] }) => Promise<unknown>,
  ) {
    const world = faultyProgram(server.context, connection, token, new FaultInjector(2))
    const answer = await request(world)
    await world.close()
    return answer
  }

  /** How to provoke each code. */
  const ways: Partial<Record<ErrorCode, () => Promise<unknown>>> = {
    UNAUTHORIZED: () => visitor(wallet.getWallet),
    EXPIRED_AUTH_TOKEN: async () => {
      const { request } = await server.newMember()
      server.clock.advance(31 * DAY)
      return request(wallet.getWallet)
    },
    GONE: () => setting('active', false, () => visitor(login, { body: { username: '1', password: '1' } })),
    OTP_BLOCK: async () => {
      const { otpToken, wrong } = await challenge()
      for (let guess = 1; guess < 5; guess += 1) await verify(otpToken, wrong)
      return verify(otpToken, wrong)
    },
    OTP_TOKEN_INVALID: () => verify('nonsense', '123456'),
    OTP_NOT_EXIST: () => verify('x'.repeat(43), '123456'),
    OTP_VERIFIED: async () => {
      const { phone, otpToken, code } = await challenge()
      await verify(otpToken, code)
      return visitor(sendOtp, { body: { phoneNumber: phone, otpToken } })
    },
    OTP_EXPIRED: async () => {
      const { otpToken, code } = await challenge()
      server.clock.advance(5 * MINUTE)
      return verify(otpToken, code)
    },
    OTP_CODE_INVALID: async () => {
      const { otpToken, wrong } = await challenge()
      return verify(otpToken, wrong)
    },
    OTP_CODE_VALID: async () => {
      const { otpToken, code } = await challenge()
      return verify(otpToken, code)
    },
    UNVERIFIED_OTP: async () =>
      visitor(account.createAccount, { body: { ...(await registration()), username: newPhone() } }),
    OTP_SEND_FAIL: () => armed('sms', () => visitor(sendOtp, { body: { phoneNumber: newPhone() } })),
    OTP_VERIFY_FAIL: async () => {
      const { otpToken, code } = await challenge()
      return broken('', ({ request }) => request(verifyOtp, { body: { otpToken, otpCode: code } }))
    },
    EXISTING_USER: async () => {
      const { username } = await hired()
      server.clock.advance(MINUTE)
      const { otpToken, code } = await challenge(username)
      return verify(otpToken, code)
    },
    EXISTING_BANK: async () => register({ bankAccountNo: (await hired()).bankAccountNo }),
    INVALID_USER_INFO: () => register({ bankAccountNo: '1' }),
    INVALID_BANK: () => register({ bankCode: 'NOBANK' }),
    BANK_ACCOUNT_NAME_ENG: () => register({ bankCode: 'KTB', bankAccountName: 'สมหญิง' }),
    REGISTER_FAIL: async () => {
      const body = await registration()
      return broken('', ({ request }) => request(account.createAccount, { body }))
    },
    WRONG_PASSWORD: async () => {
      const { request } = await server.newMember()
      return request(account.changePassword, { body: { oldPassword: 'wrong', newPassword: 'new-one' } })
    },
    WEAK_PASSWORD: () => register({ password: 'password1' }),
    WRONG_CREDENTIAL: async () =>
      visitor(login, { body: { username: (await hired()).username, password: 'wrong' } }),
    INACTIVE_USER: async () => {
      const { members } = await import('../database/schema/members.ts')
      const { username, password } = await hired()
      await server.db.update(members).set({ status: 'inactive' }).where(eq(members.username, username))
      return visitor(login, { body: { username, password } })
    },
    LOGIN_FAIL: async () => {
      const { username, password } = await hired()
      return broken('', ({ request }) => request(login, { body: { username, password } }))
    },
    PASSKEY_REFUSED: () => {
      const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
      return visitor(loginByPasskey, {
        body: { credential: { id: 'A', rawId: 'A', type: 'public-key', response } },
      })
    },
    PASSKEY_LIMIT: async () => {
      const { id: memberId, request } = await server.newMember()
      const rows = Array.from({ length: 10 }, (_, n) => ({
        memberId,
        credentialId: `${memberId}-${n}`,
        name: 'A',
      }))
      const key = { publicKey: '', counter: 0, transports: [], isSynced: false }
      await server.db.insert(passkeys).values(rows.map((row) => ({ ...row, ...key })))
      return request(beginPasskey, { body: {} })
    },
    PHONE_NUMBER_REQUIRE_10_DIGIT: () => visitor(sendOtp, { body: { phoneNumber: '12345' } }),
    GAME_ACTIVATION_FAIL: async () => {
      const { request } = await player()
      const { username } = (await request(wallet.getGameAccount, slot)).body
      return armed('game:PG', () => request(autoLogin, { params: { game: 'pg', username } }))
    },
    REQUEST_LIMIT: async () => {
      const member = await player()
      for (let n = 0; n < 3; n += 1) await withdraw(member)
      return withdraw(member)
    },
    REQUEST_LIMIT_1MIN: async () => {
      const { phone } = await challenge()
      return visitor(sendOtp, { body: { phoneNumber: phone } })
    },
    BONUS_REMAINING: async () => {
      const member = await player()
      await take(member, 'WELCOME')
      return take(member, 'WEEKLY')
    },
    BONUS_ALREADY_ACTIVE: async () => {
      const member = await player()
      await take(member, 'WELCOME')
      return take(member, 'WELCOME')
    },
    BONUS_MAX_CLAIMED: async () => {
      const member = await player()
      for (const _ of [1, 2]) {
        await take(member, 'LUCKY')
        await member.request(clearBonus)
      }
      return take(member, 'LUCKY')
    },
    BONUS_CONDITION: async () => take(await server.newMember(), 'DAILY'),
    BONUS_CLEAR: async () => {
      const member = await player()
      await take(member, 'LUCKY')
      return member.request(clearBonus)
    },
    BONUS_FULL: async () => redeem(await player(), 'SOLDOUT'),
    NO_PROMOTION: async () => redeem(await player(), 'NOBODY'),
    PROMOTION_RECEIVED: async () => {
      const member = await player()
      await redeem(member, 'CHAMPA50')
      return redeem(member, 'CHAMPA50')
    },
    INVITE_COLLECT: async () => {
      const { request } = await inviter(10_000)
      await request(claimInviteBonus)
      return request(claimInviteBonus)
    },
    INVITE_INACTIVE: async () => {
      const { request } = await inviter(10_000)
      return setting('invite', { ...invite, enabled: false }, () => request(claimInviteBonus))
    },
    NO_INVITE_BONUS: async () => (await inviter()).request(claimInviteBonus),
    NO_INVITEE_PLAY_INFO: async () => (await inviter(0)).request(claimInviteBonus),
    INVITE_BONUS_SUCCESS: async () => (await inviter(10_000)).request(claimInviteBonus),
    INVITE_BONUS_FAIL: async () =>
      broken((await inviter(10_000)).request.token, ({ request }) => request(claimInviteBonus)),
    NO_REFUND: async () => (await player()).request(receiveRefund),
    REFUND_CONDITION: async () => {
      const member = await loser()
      await member.request(wallet.transferAll, { body: { to: 'WALLET' } })
      await take(member, 'WELCOME')
      return member.request(receiveRefund)
    },
    REFUND_SUCCESS: async () => {
      const { request } = await loser()
      await request(receiveRefund)
      return request(addRefundToWallet)
    },
    REFUND_INACTIVE: async () => {
      const { request } = await loser()
      return setting('refund', { ...refund, enabled: false }, () => request(receiveRefund))
    },
    REFUND_MINIMUM: async () => {
      const { request } = await loser()
      return setting('refund', { ...refund, minimum: 100_000 }, () => request(receiveRefund))
    },
    NO_BANK: async () => withdraw(await server.newMember({ wallet: 10_000, hasBank: false })),
    WITHDRAW_HOLD: async () => {
      const username = newPhone()
      const member = await server.newMember({ wallet: 10_000, username })
      const otpToken = await provePhone(server.db, member.request, username)
      const bank = { bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: newAccountNo() }
      await member.request(account.updateProfile, { body: { name: 'Somying', ...bank, otpToken } })
      return withdraw(member)
    },
    BANK_ACCOUNT_LIMIT: async () => {
      const member = await owner()
      for (let n = 1; n < 5; n += 1) await addAccount(member)
      return addAccount(member)
    },
    BANK_ACCOUNT_IN_USE: async () => {
      const { request } = await owner()
      const [usual] = (await request(listBankAccounts)).body.accounts
      return request(removeBankAccount, { params: { id: usual?.id ?? '' } })
    },
    WITHDRAW_TOO_LATE: async () => {
      const member = await player()
      await withdraw(member)
      const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
      const { id = '' } = row ?? {}
      await server.submitForm('/withdrawals/refuse', { id })
      return member.request(cancelWithdrawal, { params: { id } })
    },
    SLOT_ALREADY_ACTIVE: async () => (await player()).request(wallet.activateGame, slot),
    SLOT_ACTIVATE_FAIL: async () => {
      const { request } = await server.newMember()
      return armed('game:PG', () => request(wallet.activateGame, slot))
    },
    SLOT_NO_ACCOUNT: async () => (await server.newMember()).request(wallet.getGameAccount, slot),
    SLOT_RESET_PASSWORD_FAIL: async () => {
      const { request } = await player()
      return armed('game:PG', () => request(wallet.resetGamePassword, slot))
    },
    TRANSFER_MINIMUM: async () => move(await player(), 'PG', 0.99),
    NO_GAME: async () => move(await player(), 'CHESS'),
    MONEY_NOT_ENOUGH: async () => move(await player(), 'PG', 5000),
    TRANSFER_FAIL: async () => {
      const member = await player()
      return armed('game:PG', () => move(member, 'PG'))
    },
    LOSS_LIMIT: async () => {
      const member = await player()
      await member.request(setLimit, { body: { kind: 'loss', period: 'day', amount: 1 } })
      return move(member, 'PG')
    },
    TIME_LIMIT: async () => {
      const member = await player()
      await member.request(setTimeLimit, { body: { period: 'day', minutes: 0 } })
      return move(member, 'PG')
    },
    DEPOSIT_LIMIT: async () => {
      const { request } = await player()
      await request(setLimit, { body: { kind: 'deposit', period: 'month', amount: 1 } })
      return request(createQr, { params: { code: 'KBANK' }, body: { amount: 100 } })
    },
    LIMIT_WAIT: async () => {
      const { request } = await player()
      const name = { kind: 'loss', period: 'day' } as const
      for (const amount of [1, 2]) await request(setLimit, { body: { ...name, amount } })
      return request(confirmLimit, { body: name })
    },
    PLAY_BREAK: async () => {
      const { username, password } = await hired()
      const { body } = await visitor(login, { body: { username, password } })
      await clientOf(server.app, body.token)(takeBreak, { body: { kind: 'break', hours: 24 } })
      return visitor(login, { body: { username, password } })
    },
    QR_FAIL: async () =>
      (await player()).request(createQr, { params: { code: 'BITCOIN' }, body: { amount: 100 } }),
    SLIP_UPLOAD_FAIL: async () => {
      const member = await player()
      const closed = { enabled: false, closedFrom: '', closedUntil: '' }
      return setting('slip', closed, () => upload(member, new File(['x'], 'slip.png')))
    },
    SLIP_NO_FILE: async () => upload(await player()),
    SLIP_INVALID_FILE: async () => upload(await player(), new File(['a slip'], 'slip.png')),
    TRUELINK_DUPLICATE: async () => {
      const { default: AES } = await import('crypto-js/aes.js')
      const { request } = await player()
      const text = `https://gift.truemoney.com/campaign/?v=${randomUUID().replaceAll('-', '')}::Champa Sandbox`
      const body = { link: AES.encrypt(text, server.context.config.truelinkKey).toString() }
      await request(wallet.sendTrueLink, { body })
      return request(wallet.sendTrueLink, { body })
    },
    TRUELINK_INVALID: async () => (await player()).request(wallet.sendTrueLink, { body: { link: gift } }),
    NO_CLAIMABLE_COUPON: async () => claim(await server.newMember()),
    INVALID_CODE: async () => claim(await server.newMember(), 'B20 or 1=1'),
    INVALID_PRIZE_CODE: async () => claim(await server.newMember(), 'PHONE'),
    INVALID_COUPON_TYPE: async () => {
      const member = await winner()
      await server.db.update(coupons).set({ amount: 0 }).where(eq(coupons.memberId, member.id))
      return claim(member)
    },
    COUPON_EXPIRED: async () => {
      const member = await winner()
      const expiresAt = new Date(server.clock.now().getTime() - DAY)
      await server.db.update(coupons).set({ expiresAt }).where(eq(coupons.memberId, member.id))
      return claim(member)
    },
    INTERNAL_SERVER_ERROR: async () =>
      broken((await player()).request.token, ({ request }) => request(wallet.getWallet)),
    KEY_MISSING: () => visitor(login, { body: {} as never }),
    KEY_INVALID: async () => withdraw(await player(), 1),
    NO_DATA: async () => take(await player(), 'NO_SUCH'),
    OK: async () => visitor(account.validateAccount, { body: await registration() }),
    SUCCESS: async () => withdraw(await player()),
    IDEMPOTENCY_MISMATCH: async () => {
      const { request } = await player()
      const key = randomUUID()
      await request(wallet.withdraw, { body: { amount: 100 }, key })
      return request(wallet.withdraw, { body: { amount: 200 }, key })
    },
  }

  test.each(Object.entries(ways))('%s', async (code, bringAbout) => {
    const { body } = (await bringAbout()) as { body: { message?: string; code?: string; error?: string } }
    expect(body.message ?? body.code ?? body.error).toBe(code)
  })

  test('every code of the catalogue is sent, except those that only other backends send', () => {
    expect([...Object.keys(ways), ...Object.keys(otherBackends)].sort()).toEqual([...errorCodes].sort())
  })
})

const sources = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts', '!./unsent-codes.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test.each(Object.keys(otherBackends))('%s is not sent anywhere', (code) => {
  expect(Object.keys(sources).filter((path) => sources[path]?.includes(`'${code}'`))).toEqual([])
})
