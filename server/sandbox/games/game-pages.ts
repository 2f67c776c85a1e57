import { and, asc, eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { inLocale } from '../../database/localized.ts'
import { transact } from '../../database/query.ts'
import { gameAccounts, games, pendingGamePasswords } from '../../database/schema/games.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { isSameText } from '../../auth/tokens.ts'
import { localeOf } from '../../http/locale.ts'
import { isUuid } from '../../http/uuid.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { accountColumns, type Game, isPendingOf, readPassword } from '../../modules/games/game-account.ts'
import { reportResult } from '../../modules/games/report-result.ts'
import type { GameVisit, SandboxControls } from '../../providers/sandbox/sandbox-controls.ts'
import type { ConsoleKey } from '../console-key.ts'
import { backTo, readFields, readForm, readSatang } from '../form.ts'
import { uuid, words } from '../form-fields.ts'
import { OLDER } from '../listed.ts'
import { resultList } from '../lists.ts'
import { gameHouse } from './game-house-view.ts'
import { appPage, gameList, gameTable, isPlatform, signInForm } from './game-view.ts'
import { markup } from '../markup.ts'
import { page, showPage } from '../page.ts'
import { sameOrigin } from '../same-origin.ts'

async function findGame(db: Database, code: string) {
  const [game] = await db.select().from(games).where(eq(games.code, code))
  return game
}

const showNoGame = (c: Context<ServerEnv>) =>
  c.html(page({ title: 'Games', body: markup`<p>There is no such game.</p>` }), 404)

/** Checks a posted sign-in: name and password must be the account's, and so must the provider's extra fields. */
async function checkSignIn(
  { db, keys }: Pick<AppContext, 'db' | 'keys'>,
  gameCode: string,
  { username = '', password = '', ...fields }: Record<string, string>,
): Promise<GameVisit | null> {
  const [account] = await db
    .select(accountColumns)
    .from(gameAccounts)
    .leftJoin(pendingGamePasswords, isPendingOf)
    .where(and(eq(gameAccounts.gameCode, gameCode), eq(gameAccounts.username, username)))
  if (!account?.isActive) return null
  const isRight = isSameText(password, readPassword(keys, account))
  const hasFields = Object.entries(account.event ?? {}).every(([name, value]) => fields[name] === value)
  return isRight && hasFields ? { gameCode, memberId: account.memberId, username, by: 'form', fields } : null
}

/** The providers' own pages, where the app's launches arrive and money is won and lost. */
export function gamePages(
  app: AppContext,
  { switches, launches, visits, arrivals, moves }: SandboxControls,
  key: ConsoleKey,
): Hono<ServerEnv> {
  const { db, clock, realtime, log } = app
  const pages = new Hono<ServerEnv>()
  const nameOf = (c: Context, { name }: Game) => inLocale(name, localeOf(c, app.config))
  const heldIn = async (gameCode: string, memberId: string) =>
    (await balancesOf(db, memberId)).games[gameCode] ?? 0

  /** Lets the player in; returns the address of the player's page. */
  async function receive(visit: GameVisit): Promise<string> {
    const { gameCode, username, by } = visit
    arrivals.add({ gameCode, username, by, balance: await heldIn(gameCode, visit.memberId), at: clock.now() })
    return `/sandbox/games/${gameCode}?visit=${visits.issue(visit)}`
  }

  pages.get('/', key.wanted, async (c) => {
    const all = await db.select().from(games).orderBy(asc(games.position))
    const body = gameList(all, localeOf(c, app.config), switches.armed)
    return showPage(c, { title: 'Games', body })
  })

  pages.get('/:code', async (c) => {
    const game = await findGame(db, c.req.param('code'))
    if (!game) return showNoGame(c)
    const { ticket, visit: secret = '', round = '', amount = '' } = c.req.query()
    if (ticket !== undefined) {
      const player = await launches.take(ticket)
      if (player?.gameCode !== game.code) {
        const body = markup`<p class="flash bad" role="alert">This link was used before, or is too old. Open the game from the app again.</p>`
        return c.html(page({ title: nameOf(c, game), part: 'Games', body }), 403)
      }
      return c.redirect(await receive({ ...player, by: 'link', fields: {} }), 303)
    }
    const visit = visits.find(secret)
    if (visit?.gameCode !== game.code) {
      // Players come here too, and have no key.
      const came = { rows: arrivals.of(game.code), more: arrivals.isCut() ? OLDER : '' }
      const house = key.isEntered(c)
        ? gameHouse(came, moves.of(game.code), await resultList(db, game.code))
        : ''
      return c.html(
        page({ title: nameOf(c, game), part: 'Games', body: markup`${signInForm(game, false)} ${house}` }),
      )
    }
    const next = isUuid(round) ? { round, amount } : undefined
    const body = gameTable(game, visit, { secret, balance: await heldIn(game.code, visit.memberId), next })
    return showPage(c, { title: nameOf(c, game), part: 'Games', body })
  })

  pages.get('/:code/:platform', async (c) => {
    const platform = c.req.param('platform')
    const game = await findGame(db, c.req.param('code'))
    if (!game || !isPlatform(platform)) return c.notFound()
    return c.html(page({ title: nameOf(c, game), part: 'Games', body: appPage(nameOf(c, game), platform) }))
  })

  // The form comes from the app, possibly from another origin: the password protects it.
  pages.post('/:code', async (c) => {
    const game = await findGame(db, c.req.param('code'))
    if (!game) return showNoGame(c)
    const visit = await checkSignIn(app, game.code, await readForm(c))
    if (!visit)
      return c.html(page({ title: nameOf(c, game), part: 'Games', body: signInForm(game, true) }), 401)
    return c.redirect(await receive(visit), 303)
  })

  pages.post('/:code/rounds', sameOrigin(app.config), async (c) => {
    const fields = { visit: words, round: uuid, amount: words, result: words }
    const { visit: secret, round, amount: typed, result } = await readFields(c, fields)
    const visit = visits.find(secret)
    const gameCode = c.req.param('code')
    const back = `/sandbox/games/${encodeURIComponent(gameCode)}?visit=${encodeURIComponent(secret)}`
    if (visit?.gameCode !== gameCode) return backTo(c, back, 'unknown')
    const amount = readSatang(typed)
    if (amount === null) return backTo(c, back, 'amount')
    const isWon = result === 'win'
    const { memberId } = visit
    const played = { memberId, gameCode, round, amount: isWon ? amount : -amount }
    const outcome = await transact(db, (tx) => reportResult(tx, played, clock.now()))
    if (outcome === 'short' || outcome === 'moving')
      log.warn('round-not-booked', {
        member: memberId,
        game: gameCode,
        round,
        amount: played.amount,
        outcome,
      })
    if (outcome === 'posted') realtime.walletChanged(memberId, 'game')
    // The page keeps the round, as a provider would, and reports it again.
    if (outcome === 'moving')
      return backTo(c, `${back}&${new URLSearchParams({ round, amount: typed })}`, outcome)
    return backTo(c, back, outcome === 'posted' ? (isWon ? 'won' : 'lost') : outcome)
  })

  return pages
}
