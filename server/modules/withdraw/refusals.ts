import type { withdrawals } from '../../database/schema/withdrawals.ts'

type Payout = Pick<typeof withdrawals.$inferSelect, 'status' | 'takenAt' | 'handedAt'>

/** A refusal as the books keep it, the trail and the member are told of it. */
export interface Refusal {
  status: 'refused'
  by: 'staff' | 'bank'
  reason: string
}

/** In the words of the country: members read them. */
const REASONS = {
  staff: { th: 'เจ้าหน้าที่ไม่อนุมัติรายการนี้', la: 'ພະນັກງານບໍ່ອະນຸມັດລາຍການນີ້' },
  bank: { th: 'ธนาคารปลายทางไม่รับรายการนี้', la: 'ທະນາຄານປາຍທາງບໍ່ຮັບລາຍການນີ້' },
}

/** A bank that was never asked has refused nothing: staff have. */
const isUnasked = ({ takenAt, handedAt }: Payout) => takenAt === null && handedAt === null

export const isRefusedByStaff = (payout: Payout): boolean => payout.status === 'refused' && isUnasked(payout)

/** The refusal of a pending payout. `reason`: the bank's own words, if it gave any. */
export function refusalOf(payout: Payout, reason: string | undefined, laos: boolean): Refusal {
  const by = isUnasked(payout) ? 'staff' : 'bank'
  return { status: 'refused', by, reason: reason ?? REASONS[by][laos ? 'la' : 'th'] }
}
