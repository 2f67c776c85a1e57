import type { Locale } from '#lib/locale-codes.ts'

/** The SMS about a self-exclusion: a member who did not take it must learn of it at once. */
export const excludedMessage: Record<Locale, (months: number) => string> = {
  th: (months) =>
    `คุณได้ระงับการเล่นของตนเองเป็นเวลา ${months} เดือน และออกจากระบบทุกเครื่องแล้ว หากไม่ใช่คุณ กรุณาติดต่อเราทันที`,
  la: (months) =>
    `ທ່ານໄດ້ລະງັບການຫຼິ້ນຂອງຕົນເອງເປັນເວລາ ${months} ເດືອນ ແລະ ອອກຈາກລະບົບທຸກເຄື່ອງແລ້ວ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: (months) =>
    `You have excluded yourself from playing for ${months} months, and every device was logged out. If this was not you, please contact us at once.`,
}
