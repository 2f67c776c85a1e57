import {
  activateBonus as activateBonusCall,
  checkActiveBonus,
  checkMinimumBonus,
  clearBonus,
  listBonuses,
} from '#api/contract/bonus.ts'
import { inLocale } from '../../database/localized.ts'
import { route, type Route, routeInOneStatement } from '../../http/route.ts'
import { activeRewardOf, endsBelow, mayEnd, toPlayOf, totalOf } from '../../deposits/active-reward.ts'
import { bonusList } from './bonus-list.ts'
import { activateBonus, clearReward } from './bonus-service.ts'

export const routes: readonly Route[] = [
  route(listBonuses, ({ app, db, member, locale }) =>
    bonusList(db, member.id, { locale, now: app.clock.now().getTime() }),
  ),

  routeInOneStatement(activateBonusCall, activateBonus),

  route(checkActiveBonus, async ({ db, member, locale }) => {
    const reward = await activeRewardOf(db, member.id)
    if (!reward) return { status: false, type: '' }
    const type = reward.name ? inLocale(reward.name, locale) : reward.code
    const total = await totalOf(db, member.id)
    return {
      status: true,
      type,
      toPlay: toPlayOf(reward),
      required: reward.turnoverRequired,
      mayEnd: mayEnd(reward, total),
      endsBelow: endsBelow(reward),
    }
  }),

  // True if so little of the active bonus is left that it may be ended.
  route(checkMinimumBonus, async ({ db, member }) => {
    const reward = await activeRewardOf(db, member.id)
    return { status: reward !== null && mayEnd(reward, await totalOf(db, member.id)) }
  }),

  route(clearBonus, async ({ app, db, member, afterCommit }) => {
    await clearReward(db, member.id)
    afterCommit(() => app.realtime.walletChanged(member.id, 'bonus'))
    return { message: 'BONUS_CLEAR' }
  }),
]
