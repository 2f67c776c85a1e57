import { type Context, Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { transact } from '../database/query.ts'
import { games } from '../database/schema/games.ts'
import { memberIdOf } from '../auth/member-by-phone.ts'
import { readSetting } from '../database/settings.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { saveSetting } from './change-setting.ts'
import { backTo, type Fields, readForm, readSatang } from './form.ts'
import { markup } from './markup.ts'
import { showPage } from './page.ts'
import { playEven } from './games/play-even.ts'
import { payoutFields, payoutsIn, proofFields, proofIn, termsFields, termsIn } from './rule-fields.ts'
import { payoutSection, playSection, proofSection, termsSection } from './rule-view.ts'

const HERE = '/sandbox/rules'

/** What was typed in a form, by the setting that it changes. */
type Typed = Partial<Record<'depositTerms' | 'withdrawProofAbove' | 'payouts', Fields>>

/** The rules by which deposits earn, and even play that fulfils them. */
export function rulePages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const pages = new Hono<ServerEnv>()

  async function show(c: Context<ServerEnv>, typed: Typed = {}) {
    const { depositTerms, withdrawProofAbove, payouts } = {
      depositTerms: termsFields(await readSetting(db, 'depositTerms')),
      withdrawProofAbove: proofFields(await readSetting(db, 'withdrawProofAbove')),
      payouts: payoutFields(await readSetting(db, 'payouts')),
      ...typed,
    }
    const body = markup`${termsSection(depositTerms)} ${proofSection(withdrawProofAbove)} ${payoutSection(payouts)} ${playSection}`
    const isRefused = Object.keys(typed).length > 0
    return showPage(c, { title: 'Rules', body }, isRefused ? 'malformed' : undefined)
  }

  pages.get('/', (c) => show(c))

  pages.post('/', async (c) => {
    const fields = await readForm(c)
    const again = () => show(c, { depositTerms: fields })
    return saveSetting(c, app, { page: HERE, key: 'depositTerms', value: termsIn(fields), again })
  })

  pages.post('/proof', async (c) => {
    const fields = await readForm(c)
    const again = () => show(c, { withdrawProofAbove: fields })
    return saveSetting(c, app, { page: HERE, key: 'withdrawProofAbove', value: proofIn(fields), again })
  })

  pages.post('/payouts', async (c) => {
    const fields = await readForm(c)
    const again = () => show(c, { payouts: fields })
    return saveSetting(c, app, { page: HERE, key: 'payouts', value: payoutsIn(fields), again })
  })

  pages.post('/play', async (c) => {
    const { phone = '', amount } = await readForm(c)
    const stake = readSatang(amount)
    if (stake === null) return backTo(c, HERE, 'amount')
    const memberId = await memberIdOf(db, phone.trim())
    const [game] = await db.select({ code: games.code }).from(games).orderBy(games.position).limit(1)
    if (memberId === undefined || !game) return backTo(c, HERE, 'nobody')
    const play = { memberId, gameCode: game.code, stake }
    await transact(db, (tx) => playEven(tx, play, clock.now()))
    realtime.walletChanged(memberId, 'game')
    return backTo(c, HERE, 'played')
  })

  return pages
}
