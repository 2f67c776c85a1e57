import { and, eq, sql } from 'drizzle-orm'
import type { activateGame, resetGamePassword } from '#api/contract/wallet.ts'
import { DAY, later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { onlyRow, transact } from '../../database/query.ts'
import { gameAccounts, pendingGamePasswords } from '../../database/schema/games.ts'
import { decryptText, encryptText } from '../../encryption/encrypt-text.ts'
import { ApiError } from '../../http/api-error.ts'
import { operationBy } from '../../http/operation-by.ts'
import { inLane } from '../../http/operation-lane.ts'
import { endOperation } from '../../http/operation-records.ts'
import type { Answer, Begun } from '../../http/operation.ts'
import type { BeginContext } from '../../http/route.ts'
import { describeError } from '../../log.ts'
import type { GamesProvider } from '../../providers/games.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { inMemberTime, inTime } from '../../providers/time-limit.ts'
import { encryptPassword, newPassword, pendingPlace } from './game-account.ts'

/** How long nobody else asks for a password that somebody asks for, in ms: longer than a provider is waited for. */
export const LEASE = MINUTE

/** How long the job takes a provider's refusal for a passing one, in ms. */
const REFUSED_FOR_GOOD = DAY

type Row = typeof pendingGamePasswords.$inferSelect

/** A password that its provider is to be asked for. */
interface Pending extends Pick<Row, 'id' | 'memberId' | 'gameCode' | 'password' | 'isOpening' | 'attempts'> {
  /** Null until the account was opened once. */
  username: string | null
}

const passwordBegin = operationBy<object, Omit<Pending, 'memberId' | 'gameCode'>>('game_password_begin')

/**
 * Begins a new password, or goes on with the one that the provider has not answered yet. It is chosen and stored here before the
 * provider is asked, so that no lost answer leaves a password that nobody knows.
 */
export function beginPassword(
  context: BeginContext<typeof activateGame> | BeginContext<typeof resetGamePassword>,
  { isOpening }: Pick<Row, 'isOpening'>,
): Promise<Begun> {
  const { app, member, operationId, params } = context
  const account = { memberId: member.id, gameCode: params.slot }
  return passwordBegin(context, () => ({
    given: {
      operation: operationId,
      game: account.gameCode,
      isOpening,
      password: encryptText(app.keys, newPassword(), pendingPlace(account)),
      leasedUntil: later(app.clock.now(), LEASE),
    },
    body: '',
    finish: (begun) => finishInTime(app, { ...account, ...begun }),
  }))
}

/** The operation's answer; after 10 s, or where the provider's answer was lost, that it still runs. */
async function finishInTime(app: AppContext, pending: Pending): Promise<Answer> {
  // Who hears the refusal can begin anew, with another password.
  const finishing = ask(app, pending, { isFinal: true }).catch((error: unknown) => {
    app.log.error('game-password-unanswered', { pending: pending.id, ...describeError(error) })
    return undefined
  })
  const answer = await inMemberTime(finishing)
  if (answer) return answer
  void finishing.then((late) => tellApps(app, pending, late))
  return answerOf(new ApiError('REQUEST_LIMIT', 409))
}

const answerOf = ({ status, body }: ApiError): Answer => ({ status, text: JSON.stringify(body) })

/** Has the member's apps show what has ended since they were answered. */
function tellApps({ realtime }: AppContext, { memberId }: Pick<Row, 'memberId'>, ended?: Answer): void {
  if (ended) realtime.walletChanged(memberId, 'game')
}

/** Asks once more for a password that somebody has begun, and for which nobody else asks now. Throws if it has to be asked for again. */
export async function askAgain(app: AppContext, id: string): Promise<void> {
  const { db, clock } = app
  const { attempts } = pendingGamePasswords
  const [row] = await db
    .update(pendingGamePasswords)
    .set({ attempts: sql`${attempts} + 1` })
    .where(eq(pendingGamePasswords.id, id))
    .returning()
  if (!row) return
  const [account] = await db
    .select({ username: gameAccounts.username })
    .from(gameAccounts)
    .where(accountOf(row))
  const isFinal = row.createdAt <= later(clock.now(), -REFUSED_FOR_GOOD)
  tellApps(app, row, await ask(app, { ...row, username: account?.username ?? null }, { isFinal }))
}

/**
 * Asks the provider, and stores what came of it, with the answer of every operation that waits for it. `isFinal`: a refusal ends it too.
 * Undefined if another has ended it. Throws if it has to be asked for again.
 */
async function ask(
  app: AppContext,
  pending: Pending,
  { isFinal }: { isFinal: boolean },
): Promise<Answer | undefined> {
  const password = decryptText(app.keys, pending.password, pendingPlace(pending))
  const end = (work: (tx: Transaction) => Promise<Answer | undefined>) =>
    inLane(app, () => transact(app.db, work))
  let opened: Opened | undefined
  try {
    opened = await inTime(tellProvider(app.providers.games, pending, password))
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !isFinal) throw error
    return end((tx) => drop(app, tx, pending))
  }
  return end((tx) => keep(app, tx, pending, { password, opened }))
}

type Opened = Awaited<ReturnType<GamesProvider['openAccount']>>

/** Opens the account with this password, or sets it. */
async function tellProvider(
  games: GamesProvider,
  { memberId, gameCode, isOpening, username }: Pending,
  password: string,
): Promise<Opened | undefined> {
  if (isOpening || username === null) return games.openAccount({ gameCode, memberId, password })
  await games.setPassword({ gameCode, memberId, username }, password)
  return undefined
}

const accountOf = ({ memberId, gameCode }: Pick<Row, 'memberId' | 'gameCode'>) =>
  and(eq(gameAccounts.memberId, memberId), eq(gameAccounts.gameCode, gameCode))

/** After the provider's yes the password is the account's, which a new password also activates. */
async function keep(
  app: AppContext,
  tx: Transaction,
  pending: Pending,
  { password, opened }: { password: string; opened: Opened | undefined },
): Promise<Answer | undefined> {
  const [ended] = await tx
    .delete(pendingGamePasswords)
    .where(eq(pendingGamePasswords.id, pending.id))
    .returning()
  if (!ended) return undefined
  const { memberId, gameCode } = pending
  const stored = {
    password: encryptPassword(app.keys, pending, password),
    isUnconfirmed: false,
    isActive: true,
    updatedAt: app.clock.now(),
  }
  const accounts = opened
    ? await tx
        .insert(gameAccounts)
        .values({ memberId, gameCode, ...opened, ...stored })
        .onConflictDoUpdate({
          target: [gameAccounts.memberId, gameAccounts.gameCode],
          set: { ...opened, ...stored },
        })
        .returning()
    : await tx.update(gameAccounts).set(stored).where(accountOf(pending)).returning()
  const { username, event } = onlyRow(accounts)
  return answerAll(app, tx, ended, { status: 200, text: JSON.stringify({ username, password, event }) })
}

/**
 * After the provider's no the account has the password that it had; which one that is, nobody knows where the provider was silent before: it
 * may have set the one that it refuses to set again. Undefined if somebody asks again meanwhile.
 */
async function drop(app: AppContext, tx: Transaction, pending: Pending): Promise<Answer | undefined> {
  const { id, isOpening, attempts } = pending
  const [ended] = await tx
    .delete(pendingGamePasswords)
    .where(and(eq(pendingGamePasswords.id, id), eq(pendingGamePasswords.attempts, attempts)))
    .returning()
  if (!ended) return undefined
  if (attempts > 1) await tx.update(gameAccounts).set({ isUnconfirmed: true }).where(accountOf(pending))
  const refusal = new ApiError(isOpening ? 'SLOT_ACTIVATE_FAIL' : 'SLOT_RESET_PASSWORD_FAIL')
  return answerAll(app, tx, ended, answerOf(refusal))
}

/** Gives the operations that wait for the password this answer. */
async function answerAll(
  app: AppContext,
  tx: Transaction,
  { memberId, operations }: Row,
  answer: Answer,
): Promise<Answer> {
  for (const operationId of operations) await endOperation(app, tx, { owner: memberId, operationId }, answer)
  return answer
}
