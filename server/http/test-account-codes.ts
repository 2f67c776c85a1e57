import { eq } from 'drizzle-orm'
import * as account from '#api/contract/account.ts'
import { login } from '#api/contract/login.ts'
import { takeBreak } from '#api/contract/limits.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { beginPasskey, loginByPasskey } from '#api/contract/passkey.ts'
import * as wallet from '#api/contract/wallet.ts'
import { DAY, MINUTE } from '../clock.ts'
import { passkeys } from '../database/schema/passkeys.ts'
import { clientOf } from './test-app.ts'
import { type CodeWays, newPhone } from './test-code-world.ts'

/** For each error code of accounts, sign-in and one-time codes, the calls that make the server answer with it. */
export const accountCodes: CodeWays = {
  UNAUTHORIZED: ({ visitor }) => visitor(wallet.getWallet),
  EXPIRED_AUTH_TOKEN: async ({ server }) => {
    const { request } = await server.newMember()
    server.clock.advance(31 * DAY)
    return request(wallet.getWallet)
  },
  GONE: ({ visitor, setting }) =>
    setting('active', false, () => visitor(login, { body: { username: '1', password: '1' } })),
  OTP_BLOCK: async ({ challenge, verify }) => {
    const { otpToken, wrong } = await challenge()
    for (let guess = 1; guess < 5; guess += 1) await verify(otpToken, wrong)
    return verify(otpToken, wrong)
  },
  OTP_TOKEN_INVALID: ({ verify }) => verify('nonsense', '123456'),
  OTP_NOT_EXIST: ({ verify }) => verify('x'.repeat(43), '123456'),
  OTP_VERIFIED: async ({ visitor, challenge, verify }) => {
    const { phone, otpToken, code } = await challenge()
    await verify(otpToken, code)
    return visitor(sendOtp, { body: { phoneNumber: phone, otpToken } })
  },
  OTP_EXPIRED: async ({ server, challenge, verify }) => {
    const { otpToken, code } = await challenge()
    server.clock.advance(5 * MINUTE)
    return verify(otpToken, code)
  },
  OTP_CODE_INVALID: async ({ challenge, verify }) => {
    const { otpToken, wrong } = await challenge()
    return verify(otpToken, wrong)
  },
  OTP_CODE_VALID: async ({ challenge, verify }) => {
    const { otpToken, code } = await challenge()
    return verify(otpToken, code)
  },
  UNVERIFIED_OTP: async ({ visitor, registration }) =>
    visitor(account.createAccount, { body: { ...(await registration()), username: newPhone() } }),
  OTP_SEND_FAIL: ({ visitor, armed }) =>
    armed('sms', () => visitor(sendOtp, { body: { phoneNumber: newPhone() } })),
  OTP_VERIFY_FAIL: async ({ challenge, broken }) => {
    const { otpToken, code } = await challenge()
    return broken('', ({ request }) => request(verifyOtp, { body: { otpToken, otpCode: code } }))
  },
  EXISTING_USER: async ({ server, challenge, verify, hired }) => {
    const { username } = await hired()
    server.clock.advance(MINUTE)
    const { otpToken, code } = await challenge(username)
    return verify(otpToken, code)
  },
  EXISTING_BANK: async ({ register, hired }) => register({ bankAccountNo: (await hired()).bankAccountNo }),
  INVALID_USER_INFO: ({ register }) => register({ bankAccountNo: '1' }),
  INVALID_BANK: ({ register }) => register({ bankCode: 'NOBANK' }),
  BANK_ACCOUNT_NAME_ENG: ({ register }) => register({ bankCode: 'KTB', bankAccountName: 'สมหญิง' }),
  REGISTER_FAIL: async ({ registration, broken }) => {
    const body = await registration()
    return broken('', ({ request }) => request(account.createAccount, { body }))
  },
  WRONG_PASSWORD: async ({ server }) => {
    const { request } = await server.newMember()
    return request(account.changePassword, { body: { oldPassword: 'wrong', newPassword: 'new-one' } })
  },
  WEAK_PASSWORD: ({ register }) => register({ password: 'password1' }),
  WRONG_CREDENTIAL: async ({ visitor, hired }) =>
    visitor(login, { body: { username: (await hired()).username, password: 'wrong' } }),
  INACTIVE_USER: async ({ server, visitor, hired }) => {
    const { members } = await import('../database/schema/members.ts')
    const { username, password } = await hired()
    await server.db.update(members).set({ status: 'inactive' }).where(eq(members.username, username))
    return visitor(login, { body: { username, password } })
  },
  LOGIN_FAIL: async ({ hired, broken }) => {
    const { username, password } = await hired()
    return broken('', ({ request }) => request(login, { body: { username, password } }))
  },
  PASSKEY_REFUSED: ({ visitor }) => {
    const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
    return visitor(loginByPasskey, {
      body: { credential: { id: 'A', rawId: 'A', type: 'public-key', response } },
    })
  },
  PASSKEY_LIMIT: async ({ server }) => {
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
  PHONE_NUMBER_REQUIRE_10_DIGIT: ({ visitor }) => visitor(sendOtp, { body: { phoneNumber: '12345' } }),
  REQUEST_LIMIT_1MIN: async ({ visitor, challenge }) => {
    const { phone } = await challenge()
    return visitor(sendOtp, { body: { phoneNumber: phone } })
  },
  PLAY_BREAK: async ({ server, visitor, hired }) => {
    const { username, password } = await hired()
    const { body } = await visitor(login, { body: { username, password } })
    await clientOf(server.app, body.token)(takeBreak, { body: { kind: 'break', hours: 24 } })
    return visitor(login, { body: { username, password } })
  },
  KEY_MISSING: ({ visitor }) => visitor(login, { body: {} as never }),
  OK: async ({ visitor, registration }) => visitor(account.validateAccount, { body: await registration() }),
}
