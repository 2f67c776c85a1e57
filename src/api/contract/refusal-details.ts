import { number, object, optional, string } from 'valibot'
import { time } from './fields.ts'
import { money } from './money.ts'

/** What a refusal may say besides its code. */
export const refusalDetails = object({
  /** What exactly was wrong, for those who want to know more than the code says. */
  reason: optional(string()),
  /** When it will be taken again. */
  until: optional(time),
  /** What must still be played in games before it will be taken. */
  toPlay: optional(money),
  /** Between what an amount must be. */
  minimum: optional(money),
  maximum: optional(money),
  /** At most so much may be left of a bonus. */
  percent: optional(number()),
})
