import { and, eq, sql } from 'drizzle-orm'
import type { Call } from '#api/contract/call.ts'
import type { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import { hundredthsOf, shareOf } from '#lib/money/reward-terms.ts'
import { sessionWith } from '../../auth/sessions.ts'
import type { Database } from '../../database/database.ts'
import { rowsOf } from '../../database/query.ts'
import { refunds } from '../../database/schema/rewards.ts'
import { readSetting, type Setting, settingOf, storedSetting } from '../../database/settings.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import type { Begun } from '../../http/operations/operation.ts'
import type { BeginContext, EncodeReply } from '../../http/route.ts'
import { activeRewardOf } from '../../deposits/active-reward.ts'

/** Satang that the member lost since the last refund. */
async function lostBy(db: Database, memberId: string): Promise<number> {
  const [due] = await rowsOf<{ lost: string | number }>(db, sql`select lost from refund_due(${memberId})`)
  return Number(due?.lost ?? 0)
}

export interface RefundStanding {
  /** Satang that the member could receive now. */
  amount: number
  hasReward: boolean
  isEnough: boolean
  rule: Setting<'refund'>
  /** A pending refund has none: its amount no longer changes. */
  terms?: string
}

/** The version of the cashback's terms: the share of the losses that is paid back, in hundredths of a percent. */
const termsOf = ({ percent }: Setting<'refund'>): string => String(hundredthsOf(percent))

export async function refundStanding(db: Database, memberId: string): Promise<RefundStanding> {
  const rule = await readSetting(db, 'refund')
  const hasReward = (await activeRewardOf(db, memberId)) !== null
  const [waiting] = await db
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.memberId, memberId), eq(refunds.status, 'waiting')))
  if (waiting) return { amount: waiting.amount, hasReward, isEnough: true, rule }
  const amount = shareOf(await lostBy(db, memberId), rule.percent)
  return { amount, hasReward, isEnough: amount > 0 && amount >= rule.minimum, rule, terms: termsOf(rule) }
}

/** What `refund_due` says; satang. */
interface Due {
  waiting: number | null
  lost: number
}

/** What `refund_due` says, and the rule, in the statement that reads the session. */
export const dueWithSession = sessionWith({
  rule: storedSetting('refund'),
  due: sql<Due>`(select json_build_object('waiting', waiting, 'lost', lost) from refund_due(members.id))`,
})

type Asked<C extends Call> = BeginContext<C, { rule: unknown; due: Due }>

function ruleOf({ along }: Pick<Asked<Call>, 'along'>) {
  const rule = settingOf('refund', along.rule)
  return { rule, refusal: rule.enabled ? undefined : ({ code: 'REFUND_INACTIVE', details: {} } as const) }
}

const TERMS_CHANGED = { code: 'REFUND_CONDITION', details: { reason: 'terms-changed' } } as const

const refundSettle = operationBy<{ amount: number }>('refund_settle')

/** Turns the losses into a pending refund, by the share that the member was shown, or returns the one already pending. */
export function settleRefund(
  context: Asked<typeof receiveRefund>,
  bodyOf: EncodeReply<typeof receiveRefund>,
): Promise<Begun> {
  const { rule, refusal: closed } = ruleOf(context)
  const { percent, minimum } = rule
  const { along, params } = context
  const { waiting, lost } = along.due
  const isAsShown = waiting !== null || params.terms === undefined || params.terms === termsOf(rule)
  const refusal = closed ?? (isAsShown ? undefined : TERMS_CHANGED)
  return refundSettle(context, (told) => {
    const amount = told?.amount ?? waiting ?? shareOf(lost, percent)
    const given = { amount, minimum, share: hundredthsOf(percent) }
    return { refusal, given, body: bodyOf({ refundAmount: amount, message: 'REFUND_SUCCESS' }) }
  })
}

const refundPay = operationBy<{ amount: number }>('refund_pay')

/** Pays the pending refund. */
export function payRefund(
  context: Asked<typeof addRefundToWallet>,
  bodyOf: EncodeReply<typeof addRefundToWallet>,
): Promise<Begun> {
  const { app, member, along } = context
  const { refusal } = ruleOf(context)
  return refundPay(context, (told) => {
    const amount = told?.amount ?? along.due.waiting ?? 0
    return {
      refusal,
      given: { amount },
      body: bodyOf({ refundAmount: amount, message: 'REFUND_SUCCESS' }),
      afterCommit: [() => app.realtime.walletChanged(member.id, 'refund')],
    }
  })
}
