import { formatSatang } from '#lib/money/money.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import type { RefundStanding } from './refund-service.ts'

type Words = Record<Locale, string>

/** A text about the refund to receive, or why there is none. Without the member's own amount, which the app may have to hide. */
export function refundInfo(standing: RefundStanding, locale: Locale): string {
  return wordsFor(standing)[locale]
}

function wordsFor({
  amount,
  hasReward,
  isEnough,
  rule: { enabled, percent, minimum },
}: RefundStanding): Words {
  if (!enabled)
    return {
      th: 'ขณะนี้ปิดรับเงินคืนชั่วคราว กรุณากลับมาใหม่ภายหลัง',
      la: 'ຕອນນີ້ປິດຮັບເງິນຄືນຊົ່ວຄາວ ກະລຸນາກັບມາໃໝ່ພາຍຫຼັງ',
      en: 'Cashback is closed at the moment. Please come back later.',
    }
  if (amount <= 0)
    return {
      th: `คืน ${percent}% ของยอดที่เสียสุทธิในเกม ยังไม่มีเงินคืนให้รับ`,
      la: `ຄືນ ${percent}% ຂອງຍອດທີ່ເສຍສຸດທິໃນເກມ ຍັງບໍ່ມີເງິນຄືນໃຫ້ຮັບ`,
      en: `You get back ${percent}% of your net losses in games. There is nothing to claim yet.`,
    }
  if (!isEnough)
    return {
      th: `รับได้เมื่อครบ ${formatSatang(minimum)} บาท`,
      la: `ຮັບໄດ້ເມື່ອຄົບ ${formatSatang(minimum)} ບາດ`,
      en: `You can claim it from ${formatSatang(minimum)} baht.`,
    }
  if (hasReward)
    return {
      th: 'ยังมีโบนัสใช้งานอยู่ รับเงินคืนได้เมื่อโบนัสสิ้นสุด',
      la: 'ຍັງມີໂບນັດໃຊ້ງານຢູ່ ຮັບເງິນຄືນໄດ້ເມື່ອໂບນັດສິ້ນສຸດ',
      en: 'A bonus is still active. You can claim cashback once it has ended.',
    }
  return {
    th: `คืน ${percent}% ของยอดที่เสียสุทธิในเกม นับจากการรับครั้งก่อน`,
    la: `ຄືນ ${percent}% ຂອງຍອດທີ່ເສຍສຸດທິໃນເກມ ນັບຈາກການຮັບຄັ້ງກ່ອນ`,
    en: `${percent}% of your net losses in games since the last cashback.`,
  }
}
