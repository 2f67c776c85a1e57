import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { MINUTE } from '../../clock.ts'
import type { Client } from '../../http/test-app.ts'
import { type CodeWays, type CodeWorld, newPhone } from '../../http/test-code-world.ts'

const send = (request: Client, phoneNumber: string, otpToken?: string) =>
  request(sendOtp, { body: { phoneNumber, otpToken } })

/** A code after five wrong guesses. */
async function blocked({ challenge, verify }: CodeWorld) {
  const { phone, otpToken, wrong } = await challenge()
  for (let guess = 1; guess < 5; guess += 1) await verify(otpToken, wrong)
  return { phone, answer: await verify(otpToken, wrong) }
}

export const codes: CodeWays = {
  sendOtp: {
    OTP_VERIFIED: async ({ visitor, challenge, verify }) => {
      const { phone, otpToken, code } = await challenge()
      await verify(otpToken, code)
      return send(visitor, phone, otpToken)
    },
    OTP_BLOCK: async (world) => send(world.visitor, (await blocked(world)).phone),
    OTP_SEND_FAIL: ({ visitor, armed }) => armed('sms', () => send(visitor, newPhone())),
    EXISTING_USER: async ({ server, visitor, registration }) => {
      const { username, otpToken } = await registration()
      await server.newMember({ username })
      return send(visitor, username, otpToken)
    },
    REQUEST_LIMIT_1MIN: async ({ visitor, challenge }) => send(visitor, (await challenge()).phone),
    PHONE_NUMBER_REQUIRE_10_DIGIT: ({ visitor }) => send(visitor, '12345'),
  },
  verifyOtp: {
    OTP_BLOCK: async (world) => (await blocked(world)).answer,
    OTP_TOKEN_INVALID: ({ verify }) => verify('nonsense', '123456'),
    OTP_NOT_EXIST: ({ verify }) => verify('x'.repeat(43), '123456'),
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
  },
}
