import type { bonuses, promotions } from '../database/schema/bonuses.ts'
import type { spinSlices } from '../database/schema/spin.ts'
import { plainAmount } from '#lib/money.ts'
import type { Setting } from '../database/settings.ts'

export function bonusRows(laos: boolean): (typeof bonuses.$inferInsert)[] {
  const banner = (art: string, thai: string, lao: string) => [
    { image: `/art/${art}.svg`, html: `<p>${laos ? lao : thai}</p>` },
  ]
  const rows: (typeof bonuses.$inferInsert)[] = [
    {
      code: 'WELCOME',
      name: laos ? 'ໂບນັດຕ້ອນຮັບ' : 'โบนัสต้อนรับ',
      type: 'limit',
      maxReceived: 1,
      percentFail: 10,
      rewardAmount: 10_000,
      turnoverTimes: 3,
      banners: [
        ...banner(
          'bonuses/new',
          'สมาชิกใหม่รับ 100 บาท เล่นครบ 3 เท่าของโบนัสแล้วถอนได้',
          'ສະມາຊິກໃໝ່ຮັບ 100 ບາດ ຫຼິ້ນຄົບ 3 ເທົ່າຂອງໂບນັດແລ້ວຖອນໄດ້',
        ),
        ...banner('games/lotus', 'รับได้ครั้งเดียวต่อหนึ่งบัญชี', 'ຮັບໄດ້ຄັ້ງດຽວຕໍ່ໜຶ່ງບັນຊີ'),
      ],
    },
    {
      code: 'DAILY',
      name: laos ? 'ໂບນັດປະຈຳວັນ' : 'โบนัสรายวัน',
      type: 'day',
      maxReceived: 1,
      percentFail: 10,
      rewardPercent: 20,
      rewardMax: 20_000,
      turnoverTimes: 2,
      banners: banner(
        'bonuses/day',
        'รับ 20% ของยอดในกระเป๋า สูงสุด 200 บาท วันละครั้ง เล่นครบ 2 เท่าของโบนัสแล้วถอนได้',
        'ຮັບ 20% ຂອງຍອດໃນກະເປົາ ສູງສຸດ 200 ບາດ ມື້ລະຄັ້ງ ຫຼິ້ນຄົບ 2 ເທົ່າຂອງໂບນັດແລ້ວຖອນໄດ້',
      ),
    },
    {
      code: 'WEEKLY',
      name: laos ? 'ໂບນັດປະຈຳອາທິດ' : 'โบนัสรายสัปดาห์',
      type: 'week',
      maxReceived: 2,
      percentFail: 5,
      rewardAmount: 5_000,
      turnoverTimes: 1,
      banners: banner(
        'bonuses/week',
        'รับ 50 บาท สัปดาห์ละสองครั้ง เล่นครบ 1 เท่าของโบนัสแล้วถอนได้',
        'ຮັບ 50 ບາດ ອາທິດລະສອງຄັ້ງ ຫຼິ້ນຄົບ 1 ເທົ່າຂອງໂບນັດແລ້ວຖອນໄດ້',
      ),
    },
    {
      code: 'LUCKY',
      name: laos ? 'ໂບນັດໂຊກນ້ອຍ' : 'โบนัสโชคเล็ก ๆ',
      type: 'day',
      maxReceived: 2,
      percentFail: 7.5,
      rewardPercent: 5,
      rewardMax: 5_000,
      banners: banner(
        'bonuses/end',
        'รับ 5% ของยอดในกระเป๋า สูงสุด 50 บาท วันละสองครั้ง ถอนได้ทันที',
        'ຮັບ 5% ຂອງຍອດໃນກະເປົາ ສູງສຸດ 50 ບາດ ມື້ລະສອງຄັ້ງ ຖອນໄດ້ທັນທີ',
      ),
    },
  ]
  return rows.map((row, position) => ({ ...row, position }))
}

export function promotionRows(laos: boolean): (typeof promotions.$inferInsert)[] {
  const say = (thai: string, lao: string) => `<p>${laos ? lao : thai}</p>`
  return [
    {
      code: 'CHAMPA50',
      description: say(
        'ใส่รหัสนี้ รับ 50 บาท เล่นครบ 1 เท่าของโบนัสแล้วถอนได้',
        'ໃສ່ລະຫັດນີ້ ຮັບ 50 ບາດ ຫຼິ້ນຄົບ 1 ເທົ່າຂອງໂບນັດແລ້ວຖອນໄດ້',
      ),
      percentFail: 5,
      rewardAmount: 5_000,
      turnoverTimes: 1,
    },
    {
      code: 'SOLDOUT',
      description: say('รับ 20 บาท สิทธิ์เต็มแล้ว', 'ຮັບ 20 ບາດ ສິດເຕັມແລ້ວ'),
      rewardAmount: 2_000,
      maxUses: 0,
    },
  ]
}

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

const wordsThai = { again: 'ลองใหม่', prize: 'เงินรางวัล', unit: 'บาท' }
const wordsLao = { again: 'ລອງໃໝ່', prize: 'ເງິນລາງວັນ', unit: 'ບາດ' }

/** Prizes are whole baht. */
const inBaht = (satang: number) => plainAmount(satang).replace(/\.00$/u, '')

export function sliceRows(laos: boolean): Omit<typeof spinSlices.$inferInsert, 'wheelId'>[] {
  const { again, prize, unit } = laos ? wordsLao : wordsThai
  return slices.map(([code, satang, weight, bgColor, textColor], position) => ({
    code,
    label: satang > 0 ? `${inBaht(satang)} ${unit}` : again,
    bgColor,
    textColor,
    weight,
    position,
    prizeName: satang > 0 ? prize : '',
    prizeAmount: satang,
    htmlDescription: satang > 0 ? `<p>${prize} ${inBaht(satang)} ${unit}</p>` : `<p>${again}</p>`,
  }))
}
