import { Hono } from 'hono'
import { formatSatang, parseAmount } from '#lib/money/money.ts'
import type { AppContext } from '../context.ts'
import { transact } from '../database/query.ts'
import { games } from '../database/schema/games.ts'
import { memberIdOf } from '../auth/member-by-phone.ts'
import { MAX_WAIT_SECONDS, readSetting, type Setting } from '../database/settings.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { saveSetting } from './change-setting.ts'
import { backTo, readForm, readSatang } from './form.ts'
import { markup, type Markup, section } from './markup.ts'
import { showPage } from './page.ts'
import { playEven } from './games/play-even.ts'

const HERE = '/sandbox/rules'

type Terms = Setting<'depositTerms'>

/** An integer from 0 to 1000. */
const isTimes = (text: string) => /^\d{1,3}$|^1000$/u.test(text)

/** An amount in satang; null for anything less than 0. */
function amountIn(text: string | undefined): number | null {
  const amount = parseAmount(text ?? '')
  return amount.ok && amount.satang >= 0 ? amount.satang : null
}

function termsIn(fields: Record<string, string>): Terms | null {
  const inviteMinimum = amountIn(fields['inviteMinimum'])
  const { inviteTurnoverTimes = '', coinTurnoverTimes = '', withdrawTurnoverTimes = '' } = fields
  if (inviteMinimum === null) return null
  if (![inviteTurnoverTimes, coinTurnoverTimes, withdrawTurnoverTimes].every((text) => isTimes(text)))
    return null
  return {
    inviteMinimum,
    inviteTurnoverTimes: Number(inviteTurnoverTimes),
    coinTurnoverTimes: Number(coinTurnoverTimes),
    withdrawTurnoverTimes: Number(withdrawTurnoverTimes),
  }
}

const field = (label: string, name: keyof Terms, value: string): Markup =>
  markup`<label>${label} <input name="${name}" inputmode="decimal" required autocomplete="off" value="${value}" /></label>`

const isUpTo = (text: string, max: number) => /^\d{1,6}$/u.test(text) && Number(text) <= max

function payoutsIn(fields: Record<string, string>): Setting<'payouts'> | null {
  const { waitSeconds = '', minutes = '' } = fields
  if (!isUpTo(waitSeconds, MAX_WAIT_SECONDS) || !isUpTo(minutes, 10_000)) return null
  return { waitSeconds: Number(waitSeconds), minutes: Number(minutes) }
}

/** The rules by which deposits earn, and even play that fulfils them. */
export function rulePages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const pages = new Hono<ServerEnv>()

  pages.get('/', async (c) => {
    const terms = await readSetting(db, 'depositTerms')
    const proofAbove = await readSetting(db, 'withdrawProofAbove')
    const payouts = await readSetting(db, 'payouts')
    const body = markup`${section(
      'terms',
      'What deposits must be',
      markup`<p>For deposits from now on. Times: how often a deposit must be played in games; 0 asks for nothing.</p>
        <form method="post" action="${HERE}">
          ${field('Smallest first deposit that an inviter earns by, in baht', 'inviteMinimum', formatSatang(terms.inviteMinimum))}
          ${field('Times before the inviter earns', 'inviteTurnoverTimes', String(terms.inviteTurnoverTimes))}
          ${field('Times before its coins come', 'coinTurnoverTimes', String(terms.coinTurnoverTimes))}
          ${field('Times before money can be withdrawn', 'withdrawTurnoverTimes', String(terms.withdrawTurnoverTimes))}
          <button>Save</button>
        </form>`,
    )}
      ${section(
        'proof',
        'Large withdrawals',
        markup`<p>A larger withdrawal needs a passkey or a code by SMS; 0 asks for none.</p>
        <form method="post" action="${HERE}/proof">
          <label>Above, in baht <input name="above" inputmode="decimal" required autocomplete="off" value="${formatSatang(proofAbove)}" /></label>
          <button>Save</button>
        </form>`,
      )}
      ${section(
        'payouts',
        'Payouts',
        markup`<p>A withdrawal waits before the bank gets it, so that the member may cancel it; 0 for not at all. How long it takes is counted
          from those paid last; the minutes are said while there are too few, 0 says nothing.</p>
        <form method="post" action="${HERE}/payouts">
          <label>Waits, in seconds <input name="waitSeconds" inputmode="numeric" required autocomplete="off" value="${String(payouts.waitSeconds)}" /></label>
          <label>Takes, in minutes <input name="minutes" inputmode="numeric" required autocomplete="off" value="${String(payouts.minutes)}" /></label>
          <button>Save</button>
        </form>`,
      )}
      ${section(
        'play',
        'A member plays, and holds as much afterwards',
        markup`<form method="post" action="${HERE}/play">
          <label>Member's phone <input name="phone" inputmode="tel" required autocomplete="off" /></label>
          <label>Staked in baht <input name="amount" inputmode="decimal" required autocomplete="off" /></label>
          <button>Play</button>
        </form>`,
      )}`
    return showPage(c, { title: 'Rules', body })
  })

  pages.post('/', async (c) => {
    const value = termsIn(await readForm(c))
    return saveSetting(c, app, { page: HERE, key: 'depositTerms', value, refusal: 'amount' })
  })

  pages.post('/proof', async (c) => {
    const value = amountIn((await readForm(c))['above'])
    return saveSetting(c, app, { page: HERE, key: 'withdrawProofAbove', value, refusal: 'amount' })
  })

  pages.post('/payouts', async (c) => {
    const value = payoutsIn(await readForm(c))
    return saveSetting(c, app, { page: HERE, key: 'payouts', value })
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
