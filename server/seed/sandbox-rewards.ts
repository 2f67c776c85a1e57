import type { bonuses, promotions } from '../database/schema/bonuses.ts'
import type { spinSlices } from '../database/schema/spin.ts'

export function bonusRows(laos: boolean): (typeof bonuses.$inferInsert)[] {
  const say = (thai: string, lao: string) => `<p>${laos ? lao : thai}</p>`
  return [
    {
      code: 'WELCOME',
      name: laos ? 'ໂບນັດຕ້ອນຮັບ' : 'โบนัสต้อนรับ',
      type: 'limit',
      maxReceived: 1,
      percentFail: 10,
      rewardAmount: 10_000,
      turnoverTimes: 3,
      banners: [
        {
          image: '/art/games/lotus.svg',
          html: say('สมาชิกใหม่รับ 100 บาท เล่นครบ 3 เท่าแล้วถอนได้', 'ສະມາຊິກໃໝ່ຮັບ 100 ບາດ ຫຼິ້ນຄົບ 3 ເທົ່າແລ້ວຖອນໄດ້'),
        },
      ],
    },
    {
      code: 'DAILY',
      name: laos ? 'ໂບນັດປະຈຳວັນ' : 'โบนัสรายวัน',
      type: 'day',
      maxReceived: 1,
      percentFail: 10,
      rewardPercent: 10,
      rewardMax: 20_000,
      turnoverTimes: 2,
      banners: [
        {
          image: '/art/games/naga.svg',
          html: say('รับ 10% ของยอดในกระเป๋า สูงสุด 200 บาท วันละครั้ง', 'ຮັບ 10% ຂອງຍອດໃນກະເປົາ ສູງສຸດ 200 ບາດ ມື້ລະຄັ້ງ'),
        },
      ],
    },
    {
      code: 'WEEKLY',
      name: laos ? 'ໂບນັດປະຈຳອາທິດ' : 'โบนัสรายสัปดาห์',
      type: 'week',
      maxReceived: 2,
      percentFail: 5,
      rewardAmount: 5_000,
      turnoverTimes: 1,
      banners: [
        {
          image: '/art/games/wave.svg',
          html: say('รับ 50 บาท สัปดาห์ละสองครั้ง', 'ຮັບ 50 ບາດ ອາທິດລະສອງຄັ້ງ'),
        },
      ],
    },
  ].map((row, position) => ({ ...row, type: row.type as 'limit' | 'day' | 'week', position }))
}

export function promotionRows(laos: boolean): (typeof promotions.$inferInsert)[] {
  return [
    {
      code: 'CHAMPA50',
      description: laos ? '<p>ໃສ່ລະຫັດນີ້ ຮັບ 50 ບາດ</p>' : '<p>ใส่รหัสนี้ รับ 50 บาท</p>',
      percentFail: 5,
      rewardAmount: 5_000,
      turnoverTimes: 1,
    },
  ]
}

type Slice = readonly [code: string, baht: number, weight: number, bgColor: string, textColor: string]

const slices: readonly Slice[] = [
  ['B10', 10, 30, '#6d2149', '#ffffff'],
  ['NONE1', 0, 25, '#f4e6c8', '#4a2b12'],
  ['B20', 20, 20, '#b5546b', '#ffffff'],
  ['B50', 50, 10, '#f0c870', '#4a2b12'],
  ['NONE2', 0, 25, '#3d1a35', '#ffffff'],
  ['B100', 100, 4, '#d98a4e', '#2b120a'],
  ['B500', 500, 1, '#f7d98b', '#4a2b12'],
  ['B5', 5, 35, '#8a3560', '#ffffff'],
]

const wordsThai = { again: 'ลองใหม่', prize: 'เงินรางวัล', unit: 'บาท' }
const wordsLao = { again: 'ລອງໃໝ່', prize: 'ເງິນລາງວັນ', unit: 'ບາດ' }

export function sliceRows(laos: boolean): Omit<typeof spinSlices.$inferInsert, 'wheelId'>[] {
  const { again, prize, unit } = laos ? wordsLao : wordsThai
  return slices.map(([code, baht, weight, bgColor, textColor], position) => ({
    code,
    label: baht > 0 ? `${baht} ${unit}` : again,
    bgColor,
    textColor,
    weight,
    position,
    prizeName: baht > 0 ? prize : '',
    prizeAmount: baht * 100,
    htmlDescription: baht > 0 ? `<p>${prize} ${baht} ${unit}</p>` : `<p>${again}</p>`,
  }))
}
