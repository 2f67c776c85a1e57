import * as v from 'valibot'
import { memberCall, operation, publicCall, publicOperation } from './call.ts'
import { count, listOf, shortText, text, time } from './fields.ts'
import { password } from './login.ts'
import { money, positiveMoney } from './money.ts'

const extension = 'play-limits'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    'play-limits': true
    'time-limits': true
    'reality-checks': true
  }
}

/**
 * What a limit counts. `deposit`: the money that comes in. `loss`: the money moved into games, less what came back. What games held when
 * the period began comes back first, and is not subtracted.
 */
export const limitKinds = ['deposit', 'loss'] as const
export type LimitKind = (typeof limitKinds)[number]

/** Days in Bangkok, weeks from Monday, months of the calendar. */
export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

const kind = v.picklist(limitKinds)
const period = v.picklist(limitPeriods)

const limit = v.object({
  kind,
  period,
  /** What has been used of this period. Of losses it is below zero where more came back than went in. */
  used: money,
  /** When the next period begins. */
  until: time,
  /** Missing if the member has set none. */
  amount: v.nullish(money),
  /** The member has asked for more, and may confirm it from `from` on. Without an amount no limit is asked for. */
  raise: v.nullish(v.object({ amount: v.nullish(money), from: time })),
})
export type Limit = v.InferOutput<typeof limit>

const minutes = v.pipe(count, v.maxValue(31 * 24 * 60))

const timeLimit = v.object({
  period,
  /** Whole minutes at play in this period. */
  used: count,
  until: time,
  /** Missing if the member has set none. */
  minutes: v.nullish(minutes),
  /** As a limit's. */
  raise: v.nullish(v.object({ minutes: v.nullish(minutes), from: time })),
})

const limits = v.object({
  /** Those that the house offers. */
  limits: listOf(limit),
  /** Time at play by day, week and month. Missing on a backend without `time-limits`. */
  times: v.optional(listOf(timeLimit), []),
  /** How long a break may be, in hours; and a self-exclusion, in months. */
  breakHours: v.nullish(listOf(count), []),
  exclusionMonths: v.nullish(listOf(count), []),
})
export type Limits = v.InferOutput<typeof limits>

export const getLimits = memberCall('getLimits', 'GET /api/limits', { extension, reply: limits })

/**
 * A first limit and a lower one are in force at once. A higher one, and none (null), is asked for, and confirmed by `confirmLimit` when
 * 24 hours have passed; it lapses seven days after those. The amount in force takes back what was asked for.
 */
export const setLimit = operation('setLimit', 'POST /api/limits', {
  extension,
  body: v.object({ kind, period, amount: v.nullable(money) }),
  reply: limits,
})

/**
 * The second yes to a higher limit. `amount`: the one that was shown, null for none; another phone may have asked for more since.
 * `LIMIT_WAIT` says until when it is too early; `NO_DATA`: this was not asked for, or it has lapsed.
 */
export const confirmLimit = operation('confirmLimit', 'POST /api/limits/confirm', {
  extension,
  body: v.object({ kind, period, amount: v.optional(v.nullable(money)) }),
  reply: limits,
  errors: ['LIMIT_WAIT'],
})

/** A limit of the time at play: in force, raised and taken back as one of money is. */
export const setTimeLimit = operation('setTimeLimit', 'POST /api/limits/time', {
  extension: 'time-limits',
  body: v.object({ period, minutes: v.nullable(minutes) }),
  reply: limits,
})

/** The second yes to more time. */
export const confirmTimeLimit = operation('confirmTimeLimit', 'POST /api/limits/time/confirm', {
  extension: 'time-limits',
  body: v.object({ period, minutes: v.optional(v.nullable(minutes)) }),
  reply: limits,
  errors: ['LIMIT_WAIT'],
})

/**
 * The member's play now: from when money went into a game until half an hour after the last sign of play, or until all of it was moved
 * back. What follows within half an hour belongs to it.
 */
const play = v.object({
  session: v.nullish(
    v.object({
      since: time,
      /** The time at play in it, in seconds. */
      seconds: count,
      /** What the games' rounds have come to since then: below zero where more was lost. */
      net: money,
      /** Whether the time goes on. */
      isOpen: v.boolean(),
    }),
  ),
  /** After how many minutes of play the member is asked whether to go on; 0 is never. */
  every: count,
  /** What the member may choose. */
  offered: listOf(count),
})
export type Play = v.InferOutput<typeof play>

export const getPlay = memberCall('getPlay', 'GET /api/play', { extension: 'reality-checks', reply: play })

export const setRealityCheck = operation('setRealityCheck', 'POST /api/play/reality-check', {
  extension: 'reality-checks',
  body: v.object({ every: count }),
  reply: play,
})

/**
 * A break of hours, or a self-exclusion of months: it signs the member out everywhere, and nobody ends it before its time. Some minutes
 * after the sign-in a self-exclusion asks for the password: `WRONG_PASSWORD` without it.
 */
export const takeBreak = operation('takeBreak', 'POST /api/limits/break', {
  extension,
  body: v.variant('kind', [
    v.object({ kind: v.literal('break'), hours: count }),
    v.object({ kind: v.literal('exclusion'), months: count, password: v.optional(password) }),
  ]),
  reply: v.object({ kind: v.string(), until: time }),
  errors: ['WRONG_PASSWORD', 'REQUEST_LIMIT_1MIN'],
})

const whose = v.object({ username: v.pipe(shortText, v.nonEmpty()), password })
const payoutErrors = ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'REQUEST_LIMIT_1MIN'] as const

/** What is owed to a member on a break, who cannot sign in; `NO_DATA` without a break. */
export const showOwed = publicCall('showOwed', 'POST /api/limits/owed', {
  extension,
  writes: 'the guesses at passwords',
  body: whose,
  reply: v.object({
    kind: v.string(),
    until: time,
    /** In the wallet and in games, and what is on its way to the bank. */
    amount: money,
    underWay: money,
    /** Paid in, and not in the wallet before staff have looked at it. */
    checked: v.optional(money),
    bankCode: text,
    /** The account's last digits. */
    accountEnding: text,
  }),
  errors: payoutErrors,
})

/**
 * Pays everything out to the bank account of a member on a break: the wallet at once, and what each game holds when that game has paid it
 * into the wallet. What a game does not pay stays there, and `showOwed` counts it again. The stakes of open rounds stay in their games
 * until these rounds end; `MONEY_NOT_ENOUGH` if the rest is too little to be paid out.
 */
export const payOutOwed = publicOperation('payOutOwed', 'POST /api/limits/payout', {
  extension,
  body: whose,
  reply: v.object({
    /** `SUCCESS` if the bank gets the whole amount; `PROCESSING` while games have to pay some of it first. */
    message: v.string(),
    amount: positiveMoney,
    /** How much of the amount games have to pay first. */
    fromGames: v.optional(money),
  }),
  errors: [...payoutErrors, 'NO_BANK', 'WITHDRAW_HOLD', 'MONEY_NOT_ENOUGH', 'BONUS_CONDITION'],
})

/** Whom to call for help with gambling. */
export const lookupHelp = publicCall('lookupHelp', 'GET /api/lookup/help', {
  extension,
  reply: listOf(v.object({ country: v.picklist(['TH', 'LA']), name: text, phone: v.string(), hours: text })),
})
