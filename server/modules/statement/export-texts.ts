import type { PaymentChannel } from '#api/contract/qr-channels.ts'
import type { SLIP_CHANNEL } from '#lib/payments/slip-channel.ts'
import type { TRUE_WALLET } from '#lib/payments/true-wallet.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import type { Row } from './row-details.ts'

/** The columns of the file, in their order. */
export const COLUMNS = [
  'date',
  'time',
  'activity',
  'status',
  'amount',
  'walletChange',
  'walletAfter',
  'fee',
  'from',
  'to',
  'reference',
  'note',
] as const
type Column = (typeof COLUMNS)[number]

interface Words extends Record<Column | Row['status'] | NonNullable<Row['source']>, string> {
  /** Of deposits; banks have their names in the list of banks. */
  channels: Record<PaymentChannel | typeof SLIP_CHANNEL | typeof TRUE_WALLET, string>
  deposit: string
  withdraw: string
  finishBonus: string
  bonusTakenBack: string
  wallet: string
  toGame: (game: string) => string
  fromGame: (game: string) => string
  betweenGames: (from: string, to: string) => string
}

/** As on the app's screens. */
export const exportWords: Record<Locale, Words> = {
  th: {
    date: 'วันที่',
    time: 'เวลา',
    activity: 'รายการ',
    status: 'สถานะ',
    amount: 'จำนวนเงิน (บาท)',
    walletChange: 'เงินเข้าออกกระเป๋าเงิน (บาท)',
    walletAfter: 'ยอดในกระเป๋าเงินหลังรายการนี้ (บาท)',
    fee: 'ค่าธรรมเนียม (บาท)',
    from: 'จาก',
    to: 'ไปยัง',
    reference: 'เลขอ้างอิง',
    note: 'หมายเหตุ',
    SUCCESS: 'สำเร็จ',
    PENDING: 'กำลังดำเนินการ',
    FAILED: 'ไม่สำเร็จ',
    bonus: 'โบนัส',
    promotion: 'โบนัสโปรโมชัน',
    invite: 'โบนัสแนะนำเพื่อน',
    refund: 'คืนยอดเสีย',
    luckydraw: 'รางวัลกงล้อ',
    deposit: 'ฝากเงิน',
    withdraw: 'ถอนเงิน',
    finishBonus: 'โบนัสสิ้นสุด',
    bonusTakenBack: 'หักโบนัสคืน',
    wallet: 'กระเป๋าเงิน',
    channels: {
      WW: 'พร้อมเพย์ 1',
      PAYTIMZ: 'พร้อมเพย์ 2',
      PAYONEX: 'พร้อมเพย์ 3',
      FP: 'พร้อมเพย์ 4',
      SLIP: 'สลิป',
      TRUEWALLET: 'ทรูมันนี่',
    },
    toGame: (game) => `โอนเข้า ${game}`,
    fromGame: (game) => `โอนกลับจาก ${game}`,
    betweenGames: (from, to) => `โอนจาก ${from} ไปยัง ${to}`,
  },
  la: {
    date: 'ວັນທີ',
    time: 'ເວລາ',
    activity: 'ລາຍການ',
    status: 'ສະຖານະ',
    amount: 'ຈຳນວນເງິນ (ບາດ)',
    walletChange: 'ເງິນເຂົ້າອອກກະເປົາເງິນ (ບາດ)',
    walletAfter: 'ຍອດໃນກະເປົາເງິນຫຼັງລາຍການນີ້ (ບາດ)',
    fee: 'ຄ່າທຳນຽມ (ບາດ)',
    from: 'ຈາກ',
    to: 'ໄປຫາ',
    reference: 'ເລກອ້າງອີງ',
    note: 'ໝາຍເຫດ',
    SUCCESS: 'ສຳເລັດ',
    PENDING: 'ກຳລັງດຳເນີນການ',
    FAILED: 'ບໍ່ສຳເລັດ',
    bonus: 'ໂບນັດ',
    promotion: 'ໂບນັດໂປຣໂມຊັນ',
    invite: 'ໂບນັດແນະນຳໝູ່ເພື່ອນ',
    refund: 'ຄືນຍອດເສຍ',
    luckydraw: 'ລາງວັນວົງລໍ້ນຳໂຊກ',
    deposit: 'ຝາກເງິນ',
    withdraw: 'ຖອນເງິນ',
    finishBonus: 'ໂບນັດສິ້ນສຸດ',
    bonusTakenBack: 'ຫັກໂບນັດຄືນ',
    wallet: 'ກະເປົາເງິນ',
    channels: {
      WW: 'PromptPay 1',
      PAYTIMZ: 'PromptPay 2',
      PAYONEX: 'PromptPay 3',
      FP: 'PromptPay 4',
      SLIP: 'ສະ⁠ລິບ',
      TRUEWALLET: 'TrueMoney',
    },
    toGame: (game) => `ໂອນເຂົ້າ ${game}`,
    fromGame: (game) => `ໂອນກັບຈາກ ${game}`,
    betweenGames: (from, to) => `ໂອນຈາກ ${from} ໄປຫາ ${to}`,
  },
  en: {
    date: 'Date',
    time: 'Time',
    activity: 'Activity',
    status: 'Status',
    amount: 'Amount in baht',
    walletChange: 'Wallet change in baht',
    walletAfter: 'Wallet after this in baht',
    fee: 'Fee in baht',
    from: 'From',
    to: 'To',
    reference: 'Reference',
    note: 'Note',
    SUCCESS: 'Success',
    PENDING: 'Processing',
    FAILED: 'Failed',
    bonus: 'Bonus',
    promotion: 'Promotion bonus',
    invite: 'Invite bonus',
    refund: 'Cashback',
    luckydraw: 'Spin wheel prize',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
    finishBonus: 'Bonus finished',
    bonusTakenBack: 'Bonus taken back',
    wallet: 'Wallet',
    channels: {
      WW: 'PromptPay 1',
      PAYTIMZ: 'PromptPay 2',
      PAYONEX: 'PromptPay 3',
      FP: 'PromptPay 4',
      SLIP: 'Slip',
      TRUEWALLET: 'TrueMoney',
    },
    toGame: (game) => `Transfer to ${game}`,
    fromGame: (game) => `Transfer back from ${game}`,
    betweenGames: (from, to) => `Transfer from ${from} to ${to}`,
  },
}
