import { expect, test } from 'vitest'
import { creditDeposit } from '../deposits/credit-deposit.ts'
import { countTurnover } from '../deposits/turnover.ts'
import { activeRewardOf } from '../deposits/active-reward.ts'
import { inviteEarnings } from './schema/rewards.ts'
import { members } from './schema/members.ts'
import { migrated } from './test-migrations.ts'

const before = `
  insert into members (id, username, name, password_hash, invited_by) values
    ('M1', '0811111111', 'A', '', null), ('M2', '0822222222', 'B', '', 'M1'), ('M3', '0833333333', 'C', '', 'M1');
  insert into games (code, name, category, launch) values ('PG', 'PG', 'slot', 'open');
  insert into game_results (member_id, game_code, amount, act) values
    ('M1', 'PG', -5000, 'game:PG:1'), ('M1', 'PG', 2500, 'game:PG:2'), ('M2', 'PG', 100, 'game:PG:3');
  insert into bonuses (code, name, type, percent_fail) values ('TEN', 'Ten', 'limit', 7.5);
  insert into promotions (code, description, percent_fail) values ('PROMO', 'Promo', 10);
  insert into user_bonuses (member_id, bonus_code, is_active, turnover_required, turnover_done)
    values ('M1', 'TEN', true, 9000, 2500);
  insert into promotion_uses (member_id, promotion_code, is_active, turnover_required, turnover_done)
    values ('M2', 'PROMO', true, 1000, 0);
  insert into invite_earnings (member_id, from_member_id, amount, reference) values ('M1', 'M2', 5000, 'first-deposit:M2');`

test('an active bonus keeps its progress and terms, and an inviter who was paid for a first deposit is not paid for a later one', async () => {
  const { client, db } = await migrated('turnover-of-deposits', before)
  const turnovers = await db.select({ id: members.id, turnover: members.turnover }).from(members)
  expect(Object.fromEntries(turnovers.map(({ id, turnover }) => [id, turnover]))).toEqual({
    M1: 7500,
    M2: 100,
    M3: 0,
  })
  expect(await activeRewardOf(db, 'M1')).toMatchObject({
    turnoverRequired: 9000,
    turnoverDone: 2500,
    percentFail: 7.5,
  })
  expect(await activeRewardOf(db, 'M2')).toMatchObject({
    turnoverRequired: 1000,
    turnoverDone: 0,
    percentFail: 10,
  })
  await countTurnover(db, 'M2', 20_000)
  expect(await activeRewardOf(db, 'M2')).toMatchObject({ turnoverDone: 20_000 })
  for (const memberId of ['M2', 'M3']) {
    await creditDeposit(db, { memberId, amount: 20_000, operationId: `deposit:${memberId}`, channel: 'SCB' })
    await countTurnover(db, memberId, 20_000)
  }
  const earnings = await db.select().from(inviteEarnings).orderBy(inviteEarnings.id)
  expect(earnings.map(({ fromMemberId }) => fromMemberId)).toEqual(['M2', 'M3'])
  await client.close()
}, 120_000)
