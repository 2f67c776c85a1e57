import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { SMALLEST_STAKE } from '#lib/money/reward-terms.ts'
import type { Database } from '../database/database.ts'
import { rowsOf } from '../database/query.ts'
import { members } from '../database/schema/members.ts'
import { type TURNOVER_PURPOSES, turnoverGoals } from '../database/schema/turnover.ts'
import { readSetting, type Setting } from '../database/settings.ts'
import { moveCoins } from '../ledger/coins.ts'

type Purpose = (typeof TURNOVER_PURPOSES)[number]

interface Credited {
  memberId: string
  /** Satang. */
  amount: number
  /** Identifies the deposit permanently. */
  operationId: string
  isInvited: boolean
  /** The terms that the deposit was made on. Where they are not known, the present ones hold. */
  terms?: Setting<'depositTerms'> | undefined
}

/**
 * Records the rewards of a deposit: coins for the member, a bonus for the inviter (only for the first deposit that is large enough), and the
 * release for withdrawals. Rewards without a turnover are given at once. The caller holds the member's lock.
 */
export async function setGoals(db: Database, deposit: Credited): Promise<void> {
  const { memberId, amount, operationId, isInvited } = deposit
  // A self-exclusion has paid out what earlier deposits were to be played for.
  await reachGoals(db, memberId, amount)
  const terms = deposit.terms ?? (await readSetting(db, 'depositTerms'))
  const perCoin = await readSetting(db, 'depositPerCoin')
  const coins = perCoin > 0 ? Math.floor(amount / perCoin) : 0
  if (coins > 0)
    await addGoal(db, deposit, {
      purpose: 'coins',
      reference: operationId,
      reward: coins,
      times: terms.coinTurnoverTimes,
    })
  if (isInvited && amount >= terms.inviteMinimum) {
    const { enabled, firstDeposit } = await readSetting(db, 'invite')
    if (enabled && firstDeposit > 0)
      await addGoal(db, deposit, {
        purpose: 'invite',
        reference: `first-deposit:${memberId}`,
        reward: firstDeposit,
        times: terms.inviteTurnoverTimes,
      })
  }
  if (terms.withdrawTurnoverTimes > 0)
    await addGoal(db, deposit, {
      purpose: 'withdrawal',
      reference: operationId,
      reward: 0,
      times: terms.withdrawTurnoverTimes,
    })
  await reachGoals(db, memberId)
}

interface Goal {
  purpose: Purpose
  /** Identifies the goal permanently, among those of its purpose. */
  reference: string
  /** Coins, or satang for the inviter. */
  reward: number
  /** The turnover to reach, as a multiple of the deposit. */
  times: number
}

/** Each goal starts where the previous one ends, so that a stake does not count for two deposits. */
async function addGoal(
  db: Database,
  { memberId, amount }: Pick<Credited, 'memberId' | 'amount'>,
  { purpose, reference, reward, times }: Goal,
): Promise<void> {
  await db.execute(
    sql`insert into turnover_goals (member_id, purpose, reference, reward, due)
        select m.id, ${purpose}, ${reference}, ${reward}::bigint, case when ${times}::int = 0 then m.turnover
          else greatest(m.turnover, (select max(g.due) from turnover_goals g
            where g.member_id = m.id and g.purpose = ${purpose} and g.met_at is null)) + ${amount * times}::bigint end
        from members m where m.id = ${memberId}
        on conflict (purpose, reference) do nothing`,
  )
}

/**
 * Counts a stake (satang) toward every turnover: of the active bonus or promotion, and of deposits. The caller holds the member's
 * lock and has posted the result of the stake.
 */
export async function countTurnover(db: Database, memberId: string, stake: number): Promise<void> {
  await db
    .update(members)
    .set({ turnover: sql`${members.turnover} + ${stake}::bigint` })
    .where(eq(members.id, memberId))
  await reachGoals(db, memberId)
}

/** Gives the rewards whose turnover is met. If nothing is left but what has just arrived (satang), withdrawals are released. */
async function reachGoals(db: Database, memberId: string, arrived = 0): Promise<void> {
  // Without what is on its way to the bank: nobody plays that.
  const left = sql`(select member_total(${memberId}))`
  const turnover = sql`(select ${members.turnover} from ${members} where ${members.id} = ${memberId})`
  const reached = await db
    .update(turnoverGoals)
    .set({ metAt: sql`now()` })
    .where(
      and(
        eq(turnoverGoals.memberId, memberId),
        isNull(turnoverGoals.metAt),
        or(
          lte(turnoverGoals.due, turnover),
          and(eq(turnoverGoals.purpose, 'withdrawal'), sql`${left} < ${SMALLEST_STAKE + arrived}::bigint`),
        ),
      ),
    )
    .returning()
  for (const { purpose, reference, reward } of reached) {
    if (purpose === 'coins') await moveCoins(db, memberId, reward, reference)
    if (purpose === 'invite')
      await db.execute(
        sql`insert into invite_earnings (member_id, from_member_id, amount, reference)
            select invited_by, id, ${reward}::bigint, ${reference} from members
            where id = ${memberId} and invited_by is not null
            on conflict (reference) do nothing`,
      )
  }
}

/** The pending rewards of deposits for this purpose: their total, and the turnover left for all of them in satang. */
export async function pendingGoals(
  db: Database,
  memberId: string,
  purpose: Purpose,
): Promise<{ reward: number; toPlay: number }> {
  const [row] = await rowsOf<{ reward: number; toPlay: number }>(
    db,
    sql`select coalesce(sum(g.reward), 0)::bigint as reward,
          coalesce(max(g.due) - max(m.turnover), 0)::bigint as "toPlay"
        from turnover_goals g join members m on m.id = g.member_id
        where g.member_id = ${memberId} and g.purpose = ${purpose} and g.met_at is null`,
  )
  return row ?? { reward: 0, toPlay: 0 }
}
