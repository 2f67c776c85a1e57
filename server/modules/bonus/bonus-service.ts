import { randomUUID } from 'node:crypto'
import { WALLET } from '#api/contract/wallet.ts'
import type { activateBonus as activateBonusCall } from '#api/contract/bonus.ts'
import { countedSince } from '#lib/dates/receipt-period.ts'
import type { Database } from '../../database/database.ts'
import { BONUS_TYPES } from '../../database/schema/bonuses.ts'
import { ApiError } from '../../http/api-error.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import type { Begun } from '../../http/operations/operation.ts'
import type { BeginContext, EncodeReply } from '../../http/route.ts'
import { house, walletOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import {
  type ActiveReward,
  activeRewardOf,
  deactivate,
  endReward,
  mayEnd,
  totalOf,
} from '../../deposits/active-reward.ts'

const bonusActivate = operationBy('bonus_activate')

/** Pays an offered bonus, which is the member's active one from then on. */
export function activateBonus(
  context: BeginContext<typeof activateBonusCall>,
  bodyOf: EncodeReply<typeof activateBonusCall>,
): Promise<Begun> {
  const { app, member, params } = context
  const now = app.clock.now().getTime()
  const since = Object.fromEntries(BONUS_TYPES.map((type) => [type, new Date(countedSince(type, now))]))
  return bonusActivate(context, () => ({
    given: { code: params.code, terms: params.terms, since },
    body: bodyOf({ message: 'SUCCESS' }),
    afterCommit: [() => app.realtime.walletChanged(member.id, 'bonus')],
  }))
}

/** The member's active bonus or promotion, if it may not be ended yet. */
export async function boundReward(db: Database, memberId: string): Promise<ActiveReward | null> {
  const reward = await activeRewardOf(db, memberId)
  return reward && !mayEnd(reward, await totalOf(db, memberId)) ? reward : null
}

/** Ends the active bonus or promotion. Its money stays where it is. */
export async function clearReward(db: Database, memberId: string): Promise<void> {
  const reward = await activeRewardOf(db, memberId)
  if (!reward) throw new ApiError('NO_DATA')
  if (!mayEnd(reward, await totalOf(db, memberId))) {
    const details = { reason: 'bonus-not-played', percent: reward.percentFail }
    throw new ApiError('BONUS_CONDITION', undefined, details)
  }
  await endReward(db, memberId, reward)
}

/**
 * Ends a bonus or promotion whose reward goes back to the house: satang of it out of the wallet at once. What games hold of it, a transfer
 * takes (`planTakingBack`).
 */
export async function takeRewardBack(
  db: Database,
  { memberId, reward, fromWallet }: { memberId: string; reward: ActiveReward; fromWallet: number },
): Promise<void> {
  await deactivate(db, reward)
  if (fromWallet === 0) return
  const { kind, id } = reward
  const { outcome } = await post(db, {
    operationId: `taken-back:${randomUUID()}`,
    kind,
    legs: [
      { account: walletOf(memberId), amount: -fromWallet },
      { account: house.bonus, amount: fromWallet },
    ],
    statements: [
      { memberId, type: 'finish_bonus', amount: fromWallet, from: WALLET, source: kind, reference: id },
    ],
  })
  if (outcome !== 'posted') throw new Error(`The reward ${id} was not taken back: ${outcome}`)
}
