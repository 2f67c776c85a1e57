import type { Coupon, Slice } from '#api/contract/spinwheel.ts'
import { pageCount } from '#lib/paging.ts'

export interface Won {
  code: string
  label: string
  /** Markup from outside. */
  html: string
  /** Its index on the wheel; -1 if it is not on this one. */
  index: number
  remainingCoin: number
  /** False: nothing was won. Another backend does not say. */
  hasPrize?: boolean | null | undefined
}

/** The coupon that a prize can be claimed by: the newest of its slice, whose prize may have changed since older ones were won. */
export const couponOf = (coupons: readonly Coupon[], { code }: Pick<Won, 'code'>): Coupon | undefined =>
  coupons.findLast(({ prize }) => prize.slice.code === code)

/** The prize as the wheel shows it. */
export function wonOn(
  slices: readonly Slice[],
  { code, label, remainingCoin, hasPrize }: Pick<Won, 'code' | 'label' | 'remainingCoin' | 'hasPrize'>,
): Won {
  const index = slices.findIndex((slice) => slice.code === code)
  const slice = slices[index]
  return {
    code,
    label: label || slice?.label || code,
    html: slice?.htmlDescription ?? '',
    index,
    remainingCoin,
    hasPrize,
  }
}

interface Standing {
  busy: boolean
  coins: number
  slices: readonly unknown[]
}

export const couldSpin = ({ busy, coins, slices }: Standing): boolean =>
  !busy && coins > 0 && slices.length > 0

const COUPONS_A_PAGE = 3

/** One page of the coupons, counted from 1; a page that no longer exists becomes the last one. */
export function couponPage<Row>(rows: readonly Row[], page: number) {
  const pages = pageCount(rows.length, COUPONS_A_PAGE)
  const shown = Math.min(Math.max(1, page), pages)
  const first = (shown - 1) * COUPONS_A_PAGE
  return { page: shown, pages, first, rows: rows.slice(first, first + COUPONS_A_PAGE) }
}
