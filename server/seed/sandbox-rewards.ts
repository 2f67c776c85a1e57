import type { bonuses, promotions } from '../database/schema/bonuses.ts'
import type { spinSlices } from '../database/schema/spin.ts'
import { plainAmount } from '#lib/money/money.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import type { Localized } from '../database/localized.ts'
import type { Setting } from '../database/settings.ts'

const inEach = (textIn: (locale: Locale) => string): Required<Localized> => ({
  th: textIn('th'),
  la: textIn('la'),
  en: textIn('en'),
})

const banner = (art: string, words: Required<Localized>) => ({
  image: `/art/${art}.svg`,
  html: inEach((locale) => `<p>${words[locale]}</p>`),
})

export function bonusRows(): (typeof bonuses.$inferInsert)[] {
  const rows: (typeof bonuses.$inferInsert)[] = [
    {
      code: 'WELCOME',
      name: { th: 'โบนัสต้อนรับ', la: 'ໂບນັດຕ້ອນຮັບ', en: 'Welcome bonus' },
      type: 'limit',
      maxReceived: 1,
      percentFail: 10,
      rewardAmount: 10_000,
      turnoverTimes: 3,
      banners: [
        banner('bonuses/new', {
          th: 'สมาชิกใหม่รับ 100 บาท เล่นครบ 3 เท่าของโบนัสแล้วถอนได้',
          la: 'ສະມາຊິກໃໝ່ຮັບ 100 ບາດ ຫຼິ້ນຄົບ 3 ເທົ່າຂອງໂບນັດແລ້ວຖອນໄດ້',
          en: 'New members get 100 baht. Bet 3 times the bonus, then you can withdraw.',
        }),
        banner('games/lotus', {
          th: 'รับได้ครั้งเดียวต่อหนึ่งบัญชี',
          la: 'ຮັບໄດ້ຄັ້ງດຽວຕໍ່ໜຶ່ງບັນຊີ',
          en: 'Once per account',
        }),
      ],
    },
    {
      code: 'DAILY',
      name: { th: 'โบนัสรายวัน', la: 'ໂບນັດປະຈຳວັນ', en: 'Daily bonus' },
      type: 'day',
      maxReceived: 1,
      percentFail: 10,
      rewardPercent: 20,
      rewardMax: 20_000,
      turnoverTimes: 2,
      banners: [
        banner('bonuses/day', {
          th: 'รับ 20% ของยอดในกระเป๋าเงิน สูงสุด 200 บาท วันละครั้ง เล่นครบ 2 เท่าของโบนัสแล้วถอนได้',
          la: 'ຮັບ 20% ຂອງຍອດໃນກະເປົາເງິນ ສູງສຸດ 200 ບາດ ມື້ລະຄັ້ງ ຫຼິ້ນຄົບ 2 ເທົ່າຂອງໂບນັດແລ້ວຖອນໄດ້',
          en: 'Get 20% of your wallet, up to 200 baht, once a day. Bet 2 times the bonus, then you can withdraw.',
        }),
      ],
    },
    {
      code: 'WEEKLY',
      name: { th: 'โบนัสรายสัปดาห์', la: 'ໂບນັດປະຈຳອາທິດ', en: 'Weekly bonus' },
      type: 'week',
      maxReceived: 2,
      percentFail: 5,
      rewardAmount: 5_000,
      turnoverTimes: 1,
      banners: [
        banner('bonuses/week', {
          th: 'รับ 50 บาท สัปดาห์ละสองครั้ง เล่นครบ 1 เท่าของโบนัสแล้วถอนได้',
          la: 'ຮັບ 50 ບາດ ອາທິດລະສອງຄັ້ງ ຫຼິ້ນຄົບ 1 ເທົ່າຂອງໂບນັດແລ້ວຖອນໄດ້',
          en: 'Get 50 baht, twice a week. Bet as much as the bonus, then you can withdraw.',
        }),
      ],
    },
    {
      code: 'LUCKY',
      name: { th: 'โบนัสโชคเล็ก ๆ', la: 'ໂບນັດໂຊກນ້ອຍ', en: 'Little luck bonus' },
      type: 'day',
      maxReceived: 2,
      percentFail: 7.5,
      rewardPercent: 5,
      rewardMax: 5_000,
      banners: [
        banner('bonuses/end', {
          th: 'รับ 5% ของยอดในกระเป๋าเงิน สูงสุด 50 บาท วันละสองครั้ง ถอนได้ทันที',
          la: 'ຮັບ 5% ຂອງຍອດໃນກະເປົາເງິນ ສູງສຸດ 50 ບາດ ມື້ລະສອງຄັ້ງ ຖອນໄດ້ທັນທີ',
          en: 'Get 5% of your wallet, up to 50 baht, twice a day. You can withdraw it at once.',
        }),
      ],
    },
  ]
  return rows.map((row, position) => ({ ...row, position }))
}

export const promotionRows: (typeof promotions.$inferInsert)[] = [
  {
    code: 'CHAMPA50',
    description: {
      th: '<p>กรอกรหัสนี้ รับ 50 บาท เล่นครบ 1 เท่าของโบนัสแล้วถอนได้</p>',
      la: '<p>ປ້ອນລະຫັດນີ້ ຮັບ 50 ບາດ ຫຼິ້ນຄົບ 1 ເທົ່າຂອງໂບນັດແລ້ວຖອນໄດ້</p>',
      en: '<p>Get 50 baht with this code. Bet as much as the bonus, then you can withdraw.</p>',
    },
    percentFail: 5,
    rewardAmount: 5_000,
    turnoverTimes: 1,
  },
  {
    code: 'SOLDOUT',
    description: {
      th: '<p>รับ 20 บาท สิทธิ์เต็มแล้ว</p>',
      la: '<p>ຮັບ 20 ບາດ ສິດເຕັມແລ້ວ</p>',
      en: '<p>Get 20 baht. All claimed.</p>',
    },
    rewardAmount: 2_000,
    maxUses: 0,
  },
]

const invite: Setting<'invite'> = {
  enabled: true,
  firstDeposit: 5_000,
  banners: ['/art/banners/invite.svg', '/art/banners/friends.svg'],
}
const refund: Setting<'refund'> = {
  enabled: true,
  percent: 5,
  minimum: 1,
  banners: ['/art/banners/refund.svg'],
}
export const rewardSettings = Object.entries({ invite, refund }).map(([key, value]) => ({ key, value }))

type Slice = readonly [code: string, satang: number, weight: number, bgColor: string, textColor: string]

const gold = ['#f7bf45', '#3a1f00'] as const
const river = ['#2f6cb4', '#ffffff'] as const
const petal = ['#f5ead3', '#1b2f57'] as const
const deep = ['#173a78', '#ffffff'] as const

const slices: readonly Slice[] = [
  ['B500', 500_00, 1, ...gold],
  ['B10', 10_00, 30, ...river],
  ['NONE1', 0, 25, ...petal],
  ['B20', 20_00, 20, ...deep],
  ['B50', 50_00, 10, ...petal],
  ['NONE2', 0, 25, ...river],
  ['B100', 100_00, 4, ...petal],
  ['B5', 5_00, 35, ...deep],
]

export const wheelName: Localized = { th: 'กงล้อนำโชค', la: 'ວົງລໍ້ນຳໂຊກ', en: 'Lucky wheel' }

const again = { th: 'ลองใหม่', la: 'ລອງໃໝ່', en: 'Try again' }
const prize = { th: 'เงินรางวัล', la: 'ເງິນລາງວັນ', en: 'Cash prize' }
const unit = { th: 'บาท', la: 'ບາດ', en: 'baht' }

/** Prizes are whole baht. */
const inBaht = (satang: number) => plainAmount(satang).replace(/\.00$/u, '')

export function sliceRows(): Omit<typeof spinSlices.$inferInsert, 'wheelId'>[] {
  return slices.map(([code, satang, weight, bgColor, textColor], position) => {
    const figure = inEach(() => `${inBaht(satang)} ฿`)
    const described = inEach((locale) => `<p>${prize[locale]} ${inBaht(satang)} ${unit[locale]}</p>`)
    const blank = inEach((locale) => `<p>${again[locale]}</p>`)
    return {
      code,
      label: satang > 0 ? figure : again,
      bgColor,
      textColor,
      weight,
      position,
      prizeName: satang > 0 ? prize : {},
      prizeAmount: satang,
      htmlDescription: satang > 0 ? described : blank,
    }
  })
}
