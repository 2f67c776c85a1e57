import type { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { transact } from '../database/query.ts'
import { games } from '../database/schema/games.ts'
import { memberIdOf } from '../auth/member-by-phone.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { backTo, readForm, readSatang } from './form.ts'
import { markup } from './markup.ts'
import { playEven } from './games/play-even.ts'
import { typedIn } from './refused-form.ts'
import { ruleForms } from './rule-fields.ts'
import { payoutSection, playSection, proofSection, termsSection } from './rule-view.ts'
import { settingPages } from './setting-pages.ts'

const HERE = '/sandbox/rules'

/** The rules by which deposits earn, and even play that fulfils them. */
export function rulePages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const { pages, again } = settingPages(app, {
    page: HERE,
    title: 'Rules',
    forms: ruleForms,
    draw: ({ depositTerms, withdrawProofAbove, payouts }, _, refused) =>
      markup`${termsSection(depositTerms)} ${proofSection(withdrawProofAbove)} ${payoutSection(payouts)} ${playSection(typedIn(refused, '/play'))}`,
  })

  pages.post('/play', async (c) => {
    const fields = await readForm(c)
    const { phone = '', amount } = fields
    const stake = readSatang(amount)
    if (stake === null) return again(c, { path: '/play', fields, why: 'amount' })
    const memberId = await memberIdOf(db, phone.trim())
    const [game] = await db.select({ code: games.code }).from(games).orderBy(games.position).limit(1)
    if (memberId === undefined || !game) return again(c, { path: '/play', fields, why: 'nobody' })
    const play = { memberId, gameCode: game.code, stake }
    await transact(db, (tx) => playEven(tx, play, clock.now()))
    realtime.walletChanged(memberId, 'game')
    return backTo(c, HERE, 'played')
  })

  return pages
}
