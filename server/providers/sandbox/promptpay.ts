import { billPayment } from 'promptparse/generate'
import { plainAmount } from '#lib/money/money.ts'

/** A biller nobody has: fifteen digits of the bill payment's tax id and suffix. */
const BILLER_ID = '010555000000099'

/** A Thai bill payment code for one amount (satang) and one reference. */
export function promptPayPayload(order: { amount: number; reference: string; channel: string }): string {
  return billPayment({
    billerId: BILLER_ID,
    amount: Number(plainAmount(order.amount)),
    ref1: order.reference,
    ref2: order.channel,
  })
}
