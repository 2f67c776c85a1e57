import * as v from 'valibot'
import { memberCall } from './call.ts'
import { addition, cursor, listOf, pageOf, text, time } from './fields.ts'
import { money } from './money.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    'statement-types': true
    'statement-search': true
  }
}

/** The types of the statement's rows. */
export const statementTypes = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const
export type StatementType = (typeof statementTypes)[number]

const statementType = v.picklist(statementTypes)

const statement = v.object({
  /** One of `statementTypes`, or a type that this app does not know yet: the row is shown all the same. */
  statementType: v.string(),
  from: text,
  to: text,
  /** `SUCCESS`, `FAILED`, or anything else: still being processed. */
  status: text,
  createdAt: time,
  amount: money,
  /** The source of a bonus: `bonus`, `promotion`, `invite`, `refund` or `luckydraw`. Some backends send `{ source }`. */
  description: v.pipe(
    v.nullish(v.union([v.string(), v.object({ source: text })]), ''),
    v.transform((described) => (typeof described === 'string' ? described : described.source)),
  ),
  /** When the bank took the order of a pending withdrawal. */
  handedAt: addition(v.nullish(time)),
  /** How a withdrawal fares: each step has its time once it has happened. */
  withdrawal: addition(
    v.nullish(
      v.object({
        /** Nobody has handed it to the bank: the member may cancel it. */
        mayCancel: v.nullish(v.boolean()),
        /** When the bank took the order. */
        handedAt: v.nullish(time),
        /** When it arrived, came back or was cancelled. */
        endedAt: v.nullish(time),
        isCancelled: v.nullish(v.boolean()),
        /** Staff gave it back, and no bank was asked; missing where the bank refused it, or nobody knows. */
        isRefusedByStaff: v.nullish(v.boolean()),
        /** When a pending one should arrive; missing while payouts are stopped. */
        expectedAt: v.nullish(time),
        /** No withdrawal yet: what waits in its place for the money out of games that goes with it; failed if they did not pay. */
        isForGames: v.nullish(v.boolean()),
      }),
    ),
  ),
  /** What the row is about, to name it to staff. */
  reference: addition(text),
  /** The code of the bank or payment channel that the money came from or went to. */
  channel: addition(text),
  /** The code that a deposit has paid, if it is known to have paid one. */
  qrcodeId: addition(v.nullish(v.string())),
  /** The last digits of the bank accounts or phones on both sides, where they are known. */
  fromEnding: addition(text),
  toEnding: addition(text),
  /** What the wallet held after the row, if the row is decided or its money has moved. */
  balanceAfter: addition(v.nullish(money)),
  /** What the member paid for it, once the money has moved. */
  fee: addition(v.nullish(money)),
  /** Why it failed, in the words of who decided it. */
  note: addition(text),
})
export type Statement = v.InferOutput<typeof statement>

const slip = v.object({
  createdAt: time,
  amount: v.nullish(money, 0),
  status: text,
  /** The code of the reason. */
  note: text,
  link: text,
  reference: text,
  /** When its deposit was credited, possibly before the upload. */
  creditedAt: addition(v.optional(time)),
})
export type Slip = v.InferOutput<typeof slip>

/** A time in a request: `2026-01-05T17:00:00.000Z`. */
export const moment = v.pipe(time, v.regex(/^[12]\d{3}-\d\d-\d\dT[\d:.]+Z$/u))

/** Which rows of the statement are meant; without any field, all of them. */
export const statementFilter = {
  /** Only rows of these types. */
  statementTypes: v.optional(
    v.pipe(v.array(statementType), v.minLength(1), v.maxLength(statementTypes.length)),
  ),
  /** Only rows at or after this time. */
  from: v.optional(moment),
  /** Only rows before this time. */
  until: v.optional(moment),
  /** Only rows with this in their reference or note, or of this amount in baht; without regard to case. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
}

export const listStatements = memberCall('listStatements', 'POST /api/statement', {
  extensionFields: {
    statementTypes: 'statement-types',
    before: 'page-cursors',
    from: 'page-cursors',
    until: 'page-cursors',
    type: 'page-cursors',
    search: 'statement-search',
  },
  body: v.object({
    ...pageOf.entries,
    ...statementFilter,
    /** Only rows of this type. */
    type: v.optional(statementType),
  }),
  reply: v.object({ total: v.number(), statements: listOf(statement), cursor }),
})

export const listSlips = memberCall('listSlips', 'POST /api/statement/slip', {
  extensionFields: { before: 'page-cursors' },
  body: pageOf,
  reply: v.object({ total: v.nullish(v.number(), 0), slips: listOf(slip), cursor }),
})
