import type { Locale } from '#lib/locale-codes.ts'

interface Change {
  /** In the reader's script: banks have no Lao name in Thailand and no Thai one in Laos. */
  bankName: string
  accountNo: string
  /** Another bank or number, not only another holder's name. */
  isMoved: boolean
}

const last = (accountNo: string) => accountNo.slice(-4)

/** The SMS about the change: a member who did not make it must learn of it at once. */
export const bankChangedMessage: Record<Locale, (change: Change) => string> = {
  th: ({ bankName, accountNo, isMoved }) =>
    `${
      isMoved
        ? `บัญชีรับเงินของคุณเปลี่ยนเป็น ${bankName} ลงท้าย ${last(accountNo)} แล้ว การถอนเงินจะพักไว้ 24 ชั่วโมง`
        : `ชื่อบัญชีธนาคารของคุณ (ลงท้าย ${last(accountNo)}) เปลี่ยนแล้ว`
    } หากคุณไม่ได้เปลี่ยนเอง กรุณาติดต่อเราทันที`,
  la: ({ bankName, accountNo, isMoved }) =>
    `${
      isMoved
        ? `ບັນຊີຮັບເງິນຂອງທ່ານປ່ຽນເປັນ ${bankName} ລົງທ້າຍ ${last(accountNo)} ແລ້ວ ການຖອນເງິນຈະພັກໄວ້ 24 ຊົ່ວໂມງ`
        : `ຊື່ບັນຊີທະນາຄານຂອງທ່ານ (ລົງທ້າຍ ${last(accountNo)}) ປ່ຽນແລ້ວ`
    } ຖ້າທ່ານບໍ່ໄດ້ປ່ຽນເອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: ({ bankName, accountNo, isMoved }) =>
    `${
      isMoved
        ? `Your withdrawals now go to ${bankName}, account ending in ${last(accountNo)}. They are on hold for 24 hours.`
        : `The name on your bank account ending in ${last(accountNo)} was changed.`
    } If this was not you, please contact us at once.`,
}

/** The SMS about an account that was added beside the others. */
export const bankAddedMessage: Record<Locale, (added: Omit<Change, 'isMoved'>) => string> = {
  th: ({ bankName, accountNo }) =>
    `มีการเพิ่มบัญชีรับเงิน ${bankName} ลงท้าย ${last(accountNo)} การถอนเงินเข้าบัญชีนี้จะพักไว้ 24 ชั่วโมง หากคุณไม่ได้เพิ่มเอง กรุณาติดต่อเราทันที`,
  la: ({ bankName, accountNo }) =>
    `ມີການເພີ່ມບັນຊີຮັບເງິນ ${bankName} ລົງທ້າຍ ${last(accountNo)} ການຖອນເງິນເຂົ້າບັນຊີນີ້ຈະພັກໄວ້ 24 ຊົ່ວໂມງ ຖ້າທ່ານບໍ່ໄດ້ເພີ່ມເອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: ({ bankName, accountNo }) =>
    `A bank account for withdrawals was added: ${bankName}, ending in ${last(accountNo)}. Withdrawals to it are on hold for 24 hours. If this was not you, please contact us at once.`,
}
