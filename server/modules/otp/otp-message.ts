import type { Locale } from '#lib/text/locale-codes.ts'
import type { OtpPurpose } from '../../auth/one-time-codes.ts'

interface About {
  locale: Locale
  purpose: OtpPurpose
  /** Whether the phone belongs to a member; only its owner learns this, by the message. */
  hasAccount: boolean
  code: string
  otpRef: string
  /** The app's host, the only site that may fill the code in; undefined without https, where no browser would. */
  host: string | undefined
}

/** A code that opens an account or moves money says so, because it must not be read out to anybody who asks for "the code". */
const words: Record<
  Locale,
  Record<OtpPurpose | 'expires' | 'existing', string> & { unknown: (otpRef: string) => string }
> = {
  th: {
    register: 'รหัส OTP ของคุณคือ',
    'bank-account': 'รหัส OTP สำหรับเปลี่ยนบัญชีธนาคาร ห้ามบอกผู้อื่น:',
    withdrawal: 'รหัส OTP สำหรับถอนเงิน ห้ามบอกผู้อื่น:',
    'reset-password': 'รหัส OTP สำหรับตั้งรหัสผ่านใหม่ ห้ามบอกผู้อื่น:',
    expires: ' หมดอายุใน 5 นาที',
    existing: ' เบอร์นี้มีบัญชีอยู่แล้ว กรุณาเข้าสู่ระบบ',
    unknown: (otpRef) => `ไม่พบบัญชีของเบอร์นี้ (Ref: ${otpRef}) กรุณาตรวจสอบเบอร์หรือสมัครสมาชิก`,
  },
  la: {
    register: 'ລະຫັດ OTP ຂອງທ່ານແມ່ນ',
    'bank-account': 'ລະຫັດ OTP ສຳລັບປ່ຽນບັນຊີທະນາຄານ ຫ້າມບອກຜູ້ອື່ນ:',
    withdrawal: 'ລະຫັດ OTP ສຳລັບຖອນເງິນ ຫ້າມບອກຜູ້ອື່ນ:',
    'reset-password': 'ລະຫັດ OTP ສຳລັບຕັ້ງລະຫັດຜ່ານໃໝ່ ຫ້າມບອກຜູ້ອື່ນ:',
    expires: ' ໝົດອາຍຸໃນ 5 ນາທີ',
    existing: ' ເບີນີ້ມີບັນຊີຢູ່ແລ້ວ ກະລຸນາເຂົ້າສູ່ລະບົບ',
    unknown: (otpRef) => `ບໍ່ພົບບັນຊີຂອງເບີນີ້ (Ref: ${otpRef}) ກະລຸນາກວດເບີ ຫຼື ລົງທະບຽນ`,
  },
  en: {
    register: 'Your OTP code is',
    'bank-account': 'OTP code to change your bank account. Tell nobody:',
    withdrawal: 'OTP code to withdraw money. Tell nobody:',
    'reset-password': 'OTP code to set a new password. Tell nobody:',
    expires: ', valid for 5 minutes',
    existing: '. This number has an account already: please log in',
    unknown: (otpRef) => `No account has this number (Ref: ${otpRef}). Please check the number or register.`,
  },
}

/** The text of the SMS. */
export function otpMessage({ locale, purpose, hasAccount, code, otpRef, host }: About): string {
  const say = words[locale]
  if (purpose === 'reset-password' && !hasAccount) return say.unknown(otpRef)
  const existing = purpose === 'register' && hasAccount ? say.existing : ''
  const text = `${say[purpose]} ${code} (Ref: ${otpRef})${say.expires}${existing}`
  // With this last line the browser on this phone can fill the code in (WebOTP); the format requires a line of its own.
  return host === undefined ? text : `${text}\n\n@${host} #${code}`
}
