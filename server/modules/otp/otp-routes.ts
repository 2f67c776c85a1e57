import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { route, type Route } from '../../http/route.ts'
import { readPhone } from './read-phone.ts'
import { sendCode } from './send-otp.ts'
import { verifyCode } from './verify-otp.ts'

export const routes: readonly Route[] = [
  route(
    sendOtp,
    ({ app, body, member, address, deviceCookie, origin, locale }) =>
      sendCode(app, {
        phone: readPhone(body.phoneNumber, app.config),
        purpose: body.purpose,
        otpToken: body.otpToken,
        newToken: body.newToken,
        member,
        locale,
        address,
        deviceCookie,
        origin,
      }),
    { failure: 'OTP_SEND_FAIL' },
  ),

  route(
    verifyOtp,
    async (context) => {
      await verifyCode(context.app, { ...context.body, from: context })
      return { code: 'OTP_CODE_VALID' }
    },
    { failure: 'OTP_VERIFY_FAIL' },
  ),
]
