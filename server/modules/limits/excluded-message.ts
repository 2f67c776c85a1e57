import type { Locale } from '#lib/text/locale-codes.ts'
import { momentInSms } from '../../push/queue-sms.ts'

/** The SMS about a self-exclusion: a member who did not take it must learn of it at once. */
export const excludedMessage: Record<Locale, (months: number, from: Date) => string> = {
  th: (months, from) =>
    `คุณได้ระงับการเล่นของตนเองเป็นเวลา ${months} เดือน ตั้งแต่ ${momentInSms(from)} น. และออกจากระบบทุกเครื่องแล้ว หากไม่ใช่คุณ กรุณาติดต่อเราทันที`,
  la: (months, from) =>
    `ທ່ານໄດ້ລະງັບການຫຼິ້ນຂອງຕົນເອງເປັນເວລາ ${months} ເດືອນ ຕັ້ງແຕ່ ${momentInSms(from)} ໂມງ ແລະ ອອກຈາກລະບົບທຸກເຄື່ອງແລ້ວ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: (months, from) =>
    `You excluded yourself from playing for ${months} months from ${momentInSms(from)}, and every device was logged out. If this was not you, please contact us at once.`,
}
