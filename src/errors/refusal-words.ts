import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type InferOutput, safeParse } from 'valibot'
import type { ApiError } from '#api/api-error.ts'
import { refusalDetails } from '#api/contract/refusal-details.ts'
import { formatDate, formatTime } from '#i18n/format.ts'
import { lookup } from '#lib/lookup.ts'
import { formatSatang } from '#lib/money/money.ts'
import { amountFaultText } from './amount-faults.ts'
import { wordsFor } from './handle-error.ts'

/** Amounts in satang. */
type RefusalDetails = InferOutput<typeof refusalDetails>

/** Writes an amount in satang, or hides it as the member has chosen: `useMoneyWords`. */
type MoneyWords = (satang: number) => string

interface Context {
  code: string
  moneyWords: MoneyWords
}

/** The rule that refused, by the `reason` that our server sends beside the code. What a site allows is the same for all, and never hidden. */
const reasons: Record<string, (details: RefusalDetails, context: Context) => MessageDescriptor | undefined> =
  {
    'below-minimum': ({ minimum }, { code }) =>
      code === 'REFUND_MINIMUM'
        ? leastRefund(minimum)
        : amountFaultText('below-minimum', { minimum: minimum ?? 0 }),
    'above-maximum': ({ minimum = 0, maximum = 0 }) => amountFaultText('above-maximum', { minimum, maximum }),
    'too-many-pending': () =>
      msg`Too many withdrawals are on their way to the bank. Please wait until one has arrived.`,
    // Of a slip: what is too large for the chat has words of its own.
    'too-large': () => msg`Please take a screenshot of the slip and choose that.`,
    'slips-closed': () => msg`Slip upload is closed at the moment. Please contact us.`,
    'slips-closed-now': ({ until = '' }) => {
      const time = formatTime(until)
      return msg`Slip upload is closed at this time. Please upload the slip after ${time}.`
    },
    'too-many-today': () => msg`You have uploaded all the slips allowed for today. Please contact us.`,
    'limit-day': ({ maximum = 0, until = '' }, { moneyWords }) => {
      const [left, then] = [moneyWords(maximum), formatDate(until)]
      return msg`This would pass the limit that you have set for a day. Left: ${left}. A new day begins on ${then}.`
    },
    'limit-week': ({ maximum = 0, until = '' }, { moneyWords }) => {
      const [left, then] = [moneyWords(maximum), formatDate(until)]
      return msg`This would pass the limit that you have set for a week. Left: ${left}. A new week begins on ${then}.`
    },
    'limit-month': ({ maximum = 0, until = '' }, { moneyWords }) => {
      const [left, then] = [moneyWords(maximum), formatDate(until)]
      return msg`This would pass the limit that you have set for a month. Left: ${left}. A new month begins on ${then}.`
    },
    'time-used': ({ until = '' }) => {
      const then = formatDate(until)
      return msg`The time that you have set yourself for playing is used up. You can play again from ${then} on.`
    },
    'deposit-first': () => msg`Please make a deposit before you claim this bonus.`,
    'terms-changed': () =>
      msg`The terms of this offer have just changed. Please read them before you claim it.`,
    'bonus-not-played': ({ percent = 0 }) =>
      msg`This bonus can be cancelled once its requirement is met, or once at most ${percent}% is left of all you had when you claimed it.`,
  }

/** Nobody types the amount of a refund, so that no text about typing fits. */
function leastRefund(minimum: number | undefined): MessageDescriptor | undefined {
  if (minimum === undefined) return undefined
  const least = formatSatang(minimum)
  return msg`Cashback can be claimed from ${least} baht.`
}

function detailsOf({ body }: ApiError): RefusalDetails {
  const read = safeParse(refusalDetails, body)
  return read.success ? read.output : {}
}

/** When the request will be accepted again, in ms since 1970 by the server's clock; undefined where that is no matter of time. */
export function acceptedFrom(error: ApiError): number | undefined {
  const { until } = detailsOf(error)
  return until === undefined ? undefined : Date.parse(until)
}

/** The rule that refused in the member's language; otherwise the code's text, or the server's own. */
export function refusalWords(error: ApiError, moneyWords: MoneyWords): string {
  const details = detailsOf(error)
  const { code } = error
  const known = lookup(reasons, details.reason)?.(details, { code, moneyWords })
  return known ? i18n._(known) : wordsFor(error)
}
