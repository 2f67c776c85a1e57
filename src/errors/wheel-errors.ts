import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { errorText } from './catalogue.ts'

// The wheel's own texts: the same code can mean something else elsewhere.
const texts = new Map<string, MessageDescriptor>([
  [
    'NO_CLAIMABLE_COUPON',
    msg({
      id: 'spin.error.NO_CLAIMABLE_COUPON',
      message: 'You have no coupon of this prize to claim. Please refresh the list.',
    }),
  ],
  [
    'INVALID_PRIZE_CODE',
    msg({
      id: 'spin.error.INVALID_PRIZE_CODE',
      message: 'This prize is not on the wheel. Please refresh the wheel.',
    }),
  ],
  [
    'INVALID_CODE',
    msg({
      id: 'spin.error.INVALID_CODE',
      message: 'This code was not found. Please refresh and try again.',
    }),
  ],
  [
    'INVALID_COUPON_TYPE',
    msg({
      id: 'spin.error.INVALID_COUPON_TYPE',
      message: 'Our staff give out this kind of coupon. Please contact us.',
    }),
  ],
  [
    'COUPON_EXPIRED',
    msg({ id: 'spin.error.COUPON_EXPIRED', message: 'This coupon has expired. Spin again for another one.' }),
  ],
  [
    'BONUS_REMAINING',
    msg({
      id: 'spin.error.BONUS_REMAINING',
      message: 'A bonus is still running. The coupon can be claimed once it has ended.',
    }),
  ],
  [
    'MONEY_NOT_ENOUGH',
    msg({
      id: 'spin.error.MONEY_NOT_ENOUGH',
      message: 'You have no coins left. Deposits earn new ones.',
    }),
  ],
  [
    'NO_DATA',
    msg({ id: 'spin.error.NO_DATA', message: 'The wheel is closed at the moment. Please come back later.' }),
  ],
])

const unknown = msg({
  id: 'spin.error.unknown',
  message: 'This did not work. Please check your coins and try again in a moment.',
})

/** The text for a failed spin or claim. */
export function spinErrorText(code: string | null): MessageDescriptor {
  return texts.get(code ?? '') ?? errorText(code ?? '') ?? unknown
}

/** The same in the member's language, or as the server sent it if that is a text instead of a code. */
export function spinErrorWords(code: string | null | undefined): string {
  return code && !/^[A-Z0-9_]+$/.test(code) ? code : i18n._(spinErrorText(code ?? null))
}

/** Whether the wheel has its own text for the code. */
export const isSpinError = (code: string): boolean => texts.has(code)
