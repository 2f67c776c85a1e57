import { and, eq, ne, sql } from 'drizzle-orm'
import type { activateGame, resetGamePassword } from '#api/contract/game-account.ts'
import { DAY, later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { onlyRow, transact } from '../../database/query.ts'
import { gameAccounts, games, pendingGamePasswords } from '../../database/schema/games.ts'
import { decryptText, encryptText } from '../../encryption/encrypt-text.ts'
import { ApiError } from '../../http/api-error.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import { inLane } from '../../http/operations/operation-lane.ts'
import { endOperation } from '../../http/operations/operation-records.ts'
import type { Answer, Begun } from '../../http/operations/operation.ts'
import type { BeginContext } from '../../http/route.ts'
import { describeError } from '../../log.ts'
import type { GamesProvider } from '../../providers/games.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { inMemberTime, inProviderTime } from '../../providers/time-limit.ts'
import { encryptPassword, newPassword, pendingPlace } from './game-account.ts'

/** How long nobody else asks for a password that somebody is asking for, in ms: longer than a provider is waited for. */
export const LEASE = MINUTE

/** How long the job asks for a password that its provider refuses, or is silent about, in ms. */
const GIVEN_UP = DAY

type Row = typeof pendingGamePasswords.$inferSelect

/** A password that its provider is to be asked for. */
interface Pending extends Pick<Row, 'id' | 'memberId' | 'gameCode' | 'password' | 'attempts'> {
  /** Null until the account was opened. */
  username: string | null
}

const passwordBegin = operationBy<object, Omit<Pending, 'memberId' | 'gameCode'>>('game_password_begin')

/**
 * Begins a new password, or goes on with the one that the provider has not answered yet. It is chosen and stored here before the
 * provider is asked, so that no lost answer leaves a password that nobody knows.
 */
export function beginPassword(
  context: BeginContext<typeof activateGame> | BeginContext<typeof resetGamePassword>,
  { isOpening }: { isOpening: boolean },
): Promise<Begun> {
  const { app, member, operationId, params } = context
  const account = { memberId: member.id, gameCode: params.slot }
  return passwordBegin(context, () => ({
    given: {
      operation: operationId,
      game: account.gameCode,
      isOpening,
      password: encryptText(app.keys, newPassword(), pendingPlace(account)),
      askingUntil: later(app.clock.now(), LEASE),
    },
    body: '',
    finish: (begun) => finishInTime(app, { ...account, ...begun }, operationId),
  }))
}

/**
 * Gives the member's accounts in the games on offer new passwords, because somebody who has seen the present ones could sign in at the
 * providers without a session here. The passwords are stored as pending, and the job sends them to the providers. A pending password may
 * have been seen too: a new one replaces it under a new id, so that a late answer about the old one changes nothing. A new one counts as
 * sent once already, so that a refusal of the member's own reset does not end it. The caller holds the member's lock. Returns the number of
 * games.
 */
export async function renewPasswords(
  { keys, clock }: Pick<AppContext, 'keys' | 'clock'>,
  db: Database,
  memberId: string,
): Promise<number> {
  const accounts = await db
    .select({ memberId: gameAccounts.memberId, gameCode: gameAccounts.gameCode })
    .from(gameAccounts)
    .innerJoin(games, eq(games.code, gameAccounts.gameCode))
    .where(and(eq(gameAccounts.memberId, memberId), eq(gameAccounts.isActive, true), eq(games.enabled, true)))
  if (accounts.length === 0) return 0
  const now = clock.now()
  const renewed = accounts.map((account) => ({
    ...account,
    password: encryptText(keys, newPassword(), pendingPlace(account)),
    operations: [],
    leasedUntil: now,
    createdAt: now,
  }))
  const { memberId: owner, gameCode } = pendingGamePasswords
  await db
    .insert(pendingGamePasswords)
    .values(renewed)
    .onConflictDoUpdate({
      target: [owner, gameCode],
      set: { id: sql`excluded.id`, password: sql`excluded.password`, createdAt: now },
    })
  return accounts.length
}

/** The operation's answer; after 10 s, or where the provider's answer was lost, that it still runs. */
async function finishInTime(app: AppContext, pending: Pending, operationId: string): Promise<Answer> {
  const finishing = ask(app, pending, (error) => {
    if (!(error instanceof ProviderFailure)) throw error
    const isFirst = pending.attempts === 1
    return (tx) => (isFirst ? drop(app, tx, pending) : leave(app, tx, pending, operationId))
  }).catch((error: unknown) => {
    app.log.error('game-password-unanswered', { pending: pending.id, ...describeError(error) })
    return undefined
  })
  const answer = await inMemberTime(finishing)
  if (answer) return answer
  void finishing.then((late) => tellApps(app, pending, late))
  return answerOf(new ApiError('REQUEST_LIMIT', 409))
}

const answerOf = ({ status, body }: ApiError): Answer => ({ status, text: JSON.stringify(body) })

/** Notifies the member's apps of an end that came after their answer. */
function tellApps({ realtime }: AppContext, { memberId }: Pick<Row, 'memberId'>, ended?: Answer): void {
  if (ended) realtime.walletChanged(memberId, 'game')
}

/** Asks once more for a password that somebody has begun. Throws if it has to be asked for again. */
export async function askAgain(app: AppContext, row: Row): Promise<void> {
  const { db, clock } = app
  const [account] = await db
    .select({ username: gameAccounts.username })
    .from(gameAccounts)
    .where(accountOf(row))
  const pending = { ...row, username: account?.username ?? null }
  const ended = await ask(app, pending, (error) => {
    if (row.createdAt > later(clock.now(), -GIVEN_UP)) throw error
    return (tx) => drop(app, tx, pending)
  })
  tellApps(app, row, ended)
}

/** Stores an end, with the answers of its operations. Undefined if another has ended them, or asks meanwhile. */
type End = (tx: Transaction) => Promise<Answer | undefined>

/** Asks the provider, and ends what its answer ends; `failed` tells what an error does, or throws it. Throws if nothing has ended. */
async function ask(
  app: AppContext,
  pending: Pending,
  failed: (error: unknown) => End,
): Promise<Answer | undefined> {
  try {
    const end = await inProviderTime(tellProvider(app, pending)).then<End, End>(
      (told) => (tx) => keep(app, tx, pending, told),
      failed,
    )
    return await inLane(app, () => transact(app.db, end))
  } catch (error) {
    await app.db.update(pendingGamePasswords).set({ askingUntil: null }).where(stillOf(pending))
    throw error
  }
}

interface Told {
  password: string
  /** Undefined if the account was there. */
  opened?: Awaited<ReturnType<GamesProvider['openAccount']>>
}

/** Opens the account with the password, or sets it. */
async function tellProvider(app: AppContext, pending: Pending): Promise<Told> {
  const { keys, providers } = app
  const { memberId, gameCode, username } = pending
  const password = decryptText(keys, pending.password, pendingPlace(pending))
  if (username === null) {
    const opened = await providers.games.openAccount({ gameCode, memberId, password })
    await refuseForeign(app, pending, opened)
    return { password, opened }
  }
  await providers.games.setPassword({ gameCode, memberId, username }, password)
  return { password }
}

/** Refuses an opened account that would move another member's money: the provider has given it to somebody before, or it has no name. */
async function refuseForeign(
  { db, log }: AppContext,
  { id, memberId, gameCode }: Pending,
  { username }: NonNullable<Told['opened']>,
): Promise<void> {
  const others = and(
    eq(gameAccounts.gameCode, gameCode),
    eq(gameAccounts.username, username),
    ne(gameAccounts.memberId, memberId),
  )
  if (username.trim() !== '' && (await db.$count(gameAccounts, others)) === 0) return
  log.error('game-account-refused', { game: gameCode, pending: id })
  throw new ProviderFailure('It gave an account that is not this member’s')
}

/** The password, if nobody has asked for it since. */
const stillOf = ({ id, attempts }: Pick<Row, 'id' | 'attempts'>) =>
  and(eq(pendingGamePasswords.id, id), eq(pendingGamePasswords.attempts, attempts))

const accountOf = ({ memberId, gameCode }: Pick<Row, 'memberId' | 'gameCode'>) =>
  and(eq(gameAccounts.memberId, memberId), eq(gameAccounts.gameCode, gameCode))

/** After the provider's yes the password is the account's, which a new password also activates. */
async function keep(
  app: AppContext,
  tx: Transaction,
  pending: Pending,
  { password, opened }: Told,
): Promise<Answer | undefined> {
  const [ended] = await tx
    .delete(pendingGamePasswords)
    .where(eq(pendingGamePasswords.id, pending.id))
    .returning()
  if (!ended) return undefined
  const { memberId, gameCode } = pending
  const stored = {
    password: encryptPassword(app.keys, pending, password),
    isDoubtful: false,
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
 * Ends a new password that the provider has not confirmed: the account keeps the old one. If the provider was asked more than once, either
 * may be the account's (`isDoubtful`): silent at first, it may have set the one that it then refused to set again.
 */
async function drop(app: AppContext, tx: Transaction, pending: Pending): Promise<Answer | undefined> {
  const [ended] = await tx.delete(pendingGamePasswords).where(stillOf(pending)).returning()
  if (!ended) return undefined
  if (pending.attempts > 1) await tx.update(gameAccounts).set({ isDoubtful: true }).where(accountOf(pending))
  return answerAll(app, tx, ended, refusalOf(pending))
}

/** Ends one of the operations that wait for the password, which stays: the provider may have set it before it refused it. */
async function leave(
  app: AppContext,
  tx: Transaction,
  pending: Pending,
  operationId: string,
): Promise<Answer | undefined> {
  const { operations } = pendingGamePasswords
  const left = await tx
    .update(pendingGamePasswords)
    .set({ operations: sql`${operations} - ${operationId}::text`, askingUntil: null })
    .where(stillOf(pending))
    .returning({ id: pendingGamePasswords.id })
  if (left.length === 0) return undefined
  return answerAll(app, tx, { ...pending, operations: [operationId] }, refusalOf(pending))
}

const refusalOf = ({ username }: Pending): Answer =>
  answerOf(new ApiError(username === null ? 'SLOT_ACTIVATE_FAIL' : 'SLOT_RESET_PASSWORD_FAIL'))

/** Gives the operations that wait for the password this answer. */
async function answerAll(
  app: AppContext,
  tx: Transaction,
  { memberId, operations }: Pick<Row, 'memberId' | 'operations'>,
  answer: Answer,
): Promise<Answer> {
  for (const operationId of operations) await endOperation(app, tx, { owner: memberId, operationId }, answer)
  return answer
}
