import type { Locale } from '../../http/locale.ts'
import type { OtpPurpose } from './otp-challenge.ts'

interface Code {
  purpose: OtpPurpose
  code: string
  otpRef: string
  /** The app's, for which alone the code may be filled in. */
  host: string
}

/** The last line lets the browser on this very phone fill the code in (WebOTP); it wants to stand by itself. */
const forBrowser = ({ host, code }: Code) => `\n\n@${host} #${code}`

/** What the SMS says. A code that moves money says so: it must not be read out to anybody who asks for "the code". */
export const otpMessage: Record<Locale, (about: Code) => string> = {
  th: (about) => {
    const { purpose, code, otpRef } = about
    const what = purpose === 'register' ? 'รหัส OTP ของคุณคือ' : 'รหัส OTP สำหรับเปลี่ยนบัญชีธนาคาร ห้ามบอกผู้อื่น:'
    return `${what} ${code} (Ref: ${otpRef}) หมดอายุใน 5 นาที${forBrowser(about)}`
  },
  la: (about) => {
    const { purpose, code, otpRef } = about
    const what = purpose === 'register' ? 'ລະຫັດ OTP ຂອງທ່ານແມ່ນ' : 'ລະຫັດ OTP ສຳລັບປ່ຽນບັນຊີທະນາຄານ ຫ້າມບອກຜູ້ອື່ນ:'
    return `${what} ${code} (Ref: ${otpRef}) ໝົດອາຍຸໃນ 5 ນາທີ${forBrowser(about)}`
  },
  en: (about) => {
    const { purpose, code, otpRef } = about
    const what =
      purpose === 'register' ? 'Your OTP code is' : 'OTP code to change your bank account. Tell nobody:'
    return `${what} ${code} (Ref: ${otpRef}), valid for 5 minutes${forBrowser(about)}`
  },
}
