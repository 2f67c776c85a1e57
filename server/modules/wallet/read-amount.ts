import { bahtToSatang } from '#lib/money.ts'
import { Refusal } from '../../http/refusal.ts'

/** The wire's baht as satang, above zero; whatever cannot be an amount is refused. */
export function readAmount(baht: number): number {
  let amount: number
  try {
    amount = bahtToSatang(baht)
  } catch {
    throw new Refusal('KEY_INVALID')
  }
  if (amount <= 0) throw new Refusal('KEY_INVALID')
  return amount
}
