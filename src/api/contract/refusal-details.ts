import { number, object, optional, string } from 'valibot'
import { time } from './fields.ts'
import { money } from './money.ts'

/** What a refusal may contain besides its code. */
export const refusalDetails = object({
  /** The exact rule, more specific than the code. */
  reason: optional(string()),
  /** When the request will be accepted again. */
  until: optional(time),
  /** The turnover left before the request will be accepted. */
  toPlay: optional(money),
  /** The limits of the amount. */
  minimum: optional(money),
  maximum: optional(money),
  /** How much of a bonus may be left at most. */
  percent: optional(number()),
})
