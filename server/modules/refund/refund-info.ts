import { formatSatang } from '#lib/money.ts'
import type { Locale } from '../../http/locale.ts'
import type { RefundStanding } from './refund-service.ts'

type Words = Record<Locale, string>

/** A text about the refund to receive, or why there is none. */
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
      th: 'ขณะนี้ปิดรับคืนยอดเสีย กรุณากลับมาดูใหม่ภายหลัง',
      la: 'ຕອນນີ້ປິດຮັບຄືນຍອດເສຍ ກະລຸນາກັບມາເບິ່ງໃໝ່ພາຍຫຼັງ',
      en: 'Cashback is closed at the moment. Please come back later.',
    }
  if (amount <= 0)
    return {
      th: `คืน ${percent}% ของยอดที่เสียสุทธิในเกม ตอนนี้ยังไม่มียอดให้รับ`,
      la: `ຄືນ ${percent}% ຂອງຍອດທີ່ເສຍສຸດທິໃນເກມ ຕອນນີ້ຍັງບໍ່ມີຍອດໃຫ້ຮັບ`,
      en: `You get back ${percent}% of what the games took on balance. There is nothing to receive yet.`,
    }
  if (!isEnough)
    return {
      th: `สะสมแล้ว ${formatSatang(amount)} บาท รับได้เมื่อครบ ${formatSatang(minimum)} บาท`,
      la: `ສະສົມແລ້ວ ${formatSatang(amount)} ບາດ ຮັບໄດ້ເມື່ອຄົບ ${formatSatang(minimum)} ບາດ`,
      en: `So far ${formatSatang(amount)} baht has come together. It can be received from ${formatSatang(minimum)} baht.`,
    }
  if (hasReward)
    return {
      th: 'ยังมีโบนัสใช้งานอยู่ รับคืนยอดเสียได้เมื่อโบนัสสิ้นสุด',
      la: 'ຍັງມີໂບນັດໃຊ້ງານຢູ່ ຮັບຄືນຍອດເສຍໄດ້ເມື່ອໂບນັດສິ້ນສຸດ',
      en: 'A bonus is still active. The cashback can be received once it has ended.',
    }
  return {
    th: `คืน ${percent}% ของยอดที่เสียสุทธิในเกม นับจากการรับครั้งก่อน`,
    la: `ຄືນ ${percent}% ຂອງຍອດທີ່ເສຍສຸດທິໃນເກມ ນັບຈາກການຮັບຄັ້ງກ່ອນ`,
    en: `${percent}% of what the games took on balance since the last cashback.`,
  }
}
