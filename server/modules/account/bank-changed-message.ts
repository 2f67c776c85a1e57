import type { Locale } from '../../database/localized.ts'

interface Change {
  bank: { nameTH: string; nameEN: string }
  accountNo: string
  /** Another bank or number, not only another holder's name. */
  isMoved: boolean
}

const last = (accountNo: string) => accountNo.slice(-4)

/** The SMS about the change: a member who did not make it must learn of it at once. */
export const bankChangedMessage: Record<Locale, (change: Change) => string> = {
  th: ({ bank, accountNo, isMoved }) =>
    `${
      isMoved
        ? `บัญชีรับเงินของคุณเปลี่ยนเป็น${bank.nameTH} ลงท้าย ${last(accountNo)} แล้ว การถอนเงินจะพักไว้ 24 ชั่วโมง`
        : `ชื่อบัญชีธนาคารของคุณ (ลงท้าย ${last(accountNo)}) เปลี่ยนแล้ว`
    } หากคุณไม่ได้เปลี่ยนเอง กรุณาติดต่อเราทันที`,
  la: ({ bank, accountNo, isMoved }) =>
    `${
      isMoved
        ? `ບັນຊີຮັບເງິນຂອງທ່ານປ່ຽນເປັນ${bank.nameTH} ລົງທ້າຍ ${last(accountNo)} ແລ້ວ ການຖອນເງິນຈະພັກໄວ້ 24 ຊົ່ວໂມງ`
        : `ຊື່ບັນຊີທະນາຄານຂອງທ່ານ (ລົງທ້າຍ ${last(accountNo)}) ປ່ຽນແລ້ວ`
    } ຖ້າທ່ານບໍ່ໄດ້ປ່ຽນເອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: ({ bank, accountNo, isMoved }) =>
    `${
      isMoved
        ? `Your withdrawals now go to ${bank.nameEN}, account ending in ${last(accountNo)}. They are on hold for 24 hours.`
        : `The name on your bank account ending in ${last(accountNo)} was changed.`
    } If this was not you, please contact us at once.`,
}
