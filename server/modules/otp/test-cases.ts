import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { MINUTE } from '../../clock.ts'
import { type CodeWays, newPhone } from '../../http/test-code-world.ts'

export const codes: CodeWays = {
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
  PHONE_NUMBER_REQUIRE_10_DIGIT: ({ visitor }) => visitor(sendOtp, { body: { phoneNumber: '12345' } }),
}
