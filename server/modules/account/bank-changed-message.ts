import type { AccountCurrency } from '#lib/payments/account-currencies.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { later } from '../../clock.ts'
import { momentInSms } from '../../push/queue-sms.ts'
import { HOLD } from '../withdraw/withdraw-hold.ts'

interface Change {
  /** In the reader's script: banks have no Lao name in Thailand and no Thai one in Laos. */
  bankName: string
  accountNo: string
  /** Another bank or number, not only another holder's name. */
  isMoved: boolean
  /** When it was changed or added. */
  at: Date
}

const last = (accountNo: string) => accountNo.slice(-4)

const holdEnd = (at: Date) => momentInSms(later(at, HOLD))

/** The SMS about the change: a member who did not make it must learn of it at once. */
export const bankChangedMessage: Record<Locale, (change: Change) => string> = {
  th: ({ bankName, accountNo, isMoved, at }) =>
    `${
      isMoved
        ? `บัญชีรับเงินของคุณเปลี่ยนเป็น ${bankName} ลงท้าย ${last(accountNo)} แล้ว การถอนเงินพักไว้ถึง ${holdEnd(at)} น.`
        : `ชื่อบัญชีธนาคารของคุณ (ลงท้าย ${last(accountNo)}) เปลี่ยนเมื่อ ${momentInSms(at)} น.`
    } หากคุณไม่ได้เปลี่ยนเอง กรุณาติดต่อเราทันที`,
  la: ({ bankName, accountNo, isMoved, at }) =>
    `${
      isMoved
        ? `ບັນຊີຮັບເງິນຂອງທ່ານປ່ຽນເປັນ ${bankName} ລົງທ້າຍ ${last(accountNo)} ແລ້ວ ການຖອນເງິນພັກໄວ້ຮອດ ${holdEnd(at)} ໂມງ`
        : `ຊື່ບັນຊີທະນາຄານຂອງທ່ານ (ລົງທ້າຍ ${last(accountNo)}) ປ່ຽນເມື່ອ ${momentInSms(at)} ໂມງ`
    } ຖ້າທ່ານບໍ່ໄດ້ປ່ຽນເອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: ({ bankName, accountNo, isMoved, at }) =>
    `${
      isMoved
        ? `Your withdrawals now go to ${bankName}, account ending in ${last(accountNo)}, on hold until ${holdEnd(at)}.`
        : `The name on your bank account ending in ${last(accountNo)} was changed on ${momentInSms(at)}.`
    } If this was not you, please contact us at once.`,
}

/** The SMS about an account that was added beside the others. */
export const bankAddedMessage: Record<Locale, (added: Omit<Change, 'isMoved'>) => string> = {
  th: ({ bankName, accountNo, at }) =>
    `มีการเพิ่มบัญชีรับเงิน ${bankName} ลงท้าย ${last(accountNo)} การถอนเงินเข้าบัญชีนี้พักไว้ถึง ${holdEnd(at)} น. หากคุณไม่ได้เพิ่มเอง กรุณาติดต่อเราทันที`,
  la: ({ bankName, accountNo, at }) =>
    `ມີການເພີ່ມບັນຊີຮັບເງິນ ${bankName} ລົງທ້າຍ ${last(accountNo)} ການຖອນເງິນເຂົ້າບັນຊີນີ້ພັກໄວ້ຮອດ ${holdEnd(at)} ໂມງ ຖ້າທ່ານບໍ່ໄດ້ເພີ່ມເອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: ({ bankName, accountNo, at }) =>
    `A bank account for withdrawals was added: ${bankName}, ending in ${last(accountNo)}. Withdrawals to it are on hold until ${holdEnd(at)}. If this was not you, please contact us at once.`,
}

interface CurrencySet extends Pick<Change, 'accountNo' | 'at'> {
  currency: AccountCurrency
}

const money: Record<Locale, Record<AccountCurrency, string>> = {
  th: { LAK: 'กีบ', BAHT: 'บาท' },
  la: { LAK: 'ກີບ', BAHT: 'ບາດ' },
  en: { LAK: 'kip', BAHT: 'baht' },
}

/** The SMS about the currency of an account: said by staff, who may have misheard, or changed by the member. */
export const currencySetMessage: Record<Locale, (set: CurrencySet) => string> = {
  th: ({ accountNo, currency, at }) =>
    `สกุลเงินของบัญชีธนาคารของคุณ (ลงท้าย ${last(accountNo)}) เป็นเงิน${money.th[currency]}ตั้งแต่ ${momentInSms(at)} น. หากไม่ถูกต้อง กรุณาติดต่อเราทันที`,
  la: ({ accountNo, currency, at }) =>
    `ສະກຸນເງິນຂອງບັນຊີທະນາຄານຂອງທ່ານ (ລົງທ້າຍ ${last(accountNo)}) ເປັນເງິນ${money.la[currency]}ຕັ້ງແຕ່ ${momentInSms(at)} ໂມງ ຖ້າບໍ່ຖືກຕ້ອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: ({ accountNo, currency, at }) =>
    `The currency of your bank account ending in ${last(accountNo)} was set to ${money.en[currency]} on ${momentInSms(at)}. If this is not right, please contact us at once.`,
}
