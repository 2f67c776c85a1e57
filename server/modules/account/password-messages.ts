import type { Locale } from '#lib/text/locale-codes.ts'
import { momentInSms } from '../../push/queue-sms.ts'

type Message = Record<Locale, (at: Date) => string>

/** The SMS about the reset: a member who did not make it must learn of it at once. */
export const passwordResetMessage: Message = {
  th: (at) => `ตั้งรหัสผ่านใหม่เมื่อ ${momentInSms(at)} น. และออกจากระบบทุกเครื่องแล้ว หากคุณไม่ได้ตั้งเอง กรุณาติดต่อเราทันที`,
  la: (at) => `ຕັ້ງລະຫັດຜ່ານໃໝ່ເມື່ອ ${momentInSms(at)} ໂມງ ແລະ ອອກຈາກລະບົບທຸກເຄື່ອງແລ້ວ ຖ້າທ່ານບໍ່ໄດ້ຕັ້ງເອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: (at) =>
    `Your password was reset on ${momentInSms(at)}, and every device was logged out. If this was not you, please contact us at once.`,
}

/** The SMS about a change of the password by somebody who knew the old one. */
export const passwordChangedMessage: Message = {
  th: (at) =>
    `เปลี่ยนรหัสผ่านเมื่อ ${momentInSms(at)} น. และออกจากระบบเครื่องอื่นทั้งหมดแล้ว หากคุณไม่ได้เปลี่ยนเอง กรุณาติดต่อเราทันที`,
  la: (at) =>
    `ປ່ຽນລະຫັດຜ່ານເມື່ອ ${momentInSms(at)} ໂມງ ແລະ ອອກຈາກລະບົບເຄື່ອງອື່ນທັງໝົດແລ້ວ ຖ້າທ່ານບໍ່ໄດ້ປ່ຽນເອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: (at) =>
    `Your password was changed on ${momentInSms(at)}, and every other device was logged out. If this was not you, please contact us at once.`,
}
