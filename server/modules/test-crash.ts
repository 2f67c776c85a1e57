import { sql } from 'drizzle-orm'
import { ApiError } from '#api/api-error.ts'
import { createApp } from '../app.ts'
import type { AppContext } from '../context.ts'
import type { Connection, Database } from '../database/database.ts'
import { rowsOf } from '../database/query.ts'
import { type FaultInjector, openFaultyConnection } from '../database/test-fault-injection.ts'
import { type Client, clientOf } from '../http/test-app.ts'
import type { Providers } from '../providers/providers.ts'
import { createFormSubmitter, createSeenSubmitter } from './test-server.ts'

/** The server with one member as its client, and the operator's console. */
export interface TestProgram {
  context: AppContext
  request: Client
  submitForm: ReturnType<typeof createFormSubmitter>
  submitSeen: ReturnType<typeof createSeenSubmitter>
}

export function programOf(context: AppContext, token: string): TestProgram {
  const app = createApp(context)
  const submitForm = createFormSubmitter(app)
  return { context, request: clientOf(app, token), submitForm, submitSeen: createSeenSubmitter(submitForm) }
}

/** Whether the app takes this answer for the end of what it asked for: nothing was done, and it asks no further. */
export function saysFailed({ status, body }: { status: number; body: { message?: string } }): boolean {
  const code = body.message ?? ''
  const stillRuns = status === 409 && code === 'REQUEST_LIMIT'
  return status >= 400 && !stillRuns && !new ApiError('refused', { status, code }).outcomeUnknown
}

/** The same server on the same database; `faults` stops it at a statement, or before or after a provider's reply. */
export function faultyProgram(
  context: AppContext,
  connection: Connection,
  token: string,
  faults: FaultInjector,
): TestProgram & { close(): Promise<void> } {
  const { db, close } = openFaultyConnection(connection, faults)
  const providers = faultyProviders(context.providers, faults)
  // The faults count the statements that the server sends itself, not those that the tests add to its reads.
  const faulty = { ...context, db, providers, forReads: undefined }
  return { ...programOf(faulty, token), close }
}

function faultyProviders(providers: Providers, faults: FaultInjector): Providers {
  const { bank, sms, qr, games, files, sandbox } = providers
  const faulty = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name)
        if (typeof own !== 'function') return own
        return async (...given: unknown[]) => {
          faults.step()
          const answer: unknown = await own.apply(target, given)
          faults.step()
          return answer
        }
      },
    })
  return {
    bank: faulty(bank),
    sms: faulty(sms),
    qr: faulty(qr),
    games: faulty(games),
    files: faulty(files),
    sandbox,
  }
}

/** A table's rows of the member `m` as text, sorted by that text. */
const list = (table: string, columns: string, which = 'true') =>
  sql.raw(`(select coalesce(string_agg(words, ', ' order by words), '')
    from (select concat_ws(' ', ${columns}) as words from ${table} r where r.member_id = m.id and ${which}) _)`)

/** Everything in the database about a member's money, in a form that is equal for all members. */
export async function stateOf(db: Database, memberId: string): Promise<Record<string, unknown>> {
  const [state] = await rowsOf<Record<string, unknown>>(
    db,
    sql`select coin, turnover,
      ${list('ledger_accounts', `replace(name, m.id, 'me'), balance`, 'balance <> 0')} as accounts,
      ${list('statements', `type, "from", "to", status, amount, source`)} as statements,
      ${list('qr_codes', 'channel, status, amount')} as codes,
      ${list('incoming_transfers', 'channel, amount, credited_at is not null')} as arrived,
      ${list('withdrawals', 'status, amount')} as withdrawals,
      ${list('slips', 'status, note, amount')} as slips,
      ${list('true_links', 'status, amount')} as gifts,
      ${list('refunds', 'status, amount')} as refunds,
      ${list('user_bonuses', 'bonus_code, is_active, turnover_at_start, (select count(*) from bonus_receipts b where b.user_bonus_id = r.id)')} as bonuses,
      ${list('promotion_uses', 'promotion_code, is_active, amount')} as promotions,
      ${list('turnover_goals', `purpose, reward, due, met_at is not null`)} as goals,
      ${list('invite_earnings', 'amount, claimed_at is not null')} as invites,
      ${list('spins', 'slice_code, remaining_coin')} as spins,
      ${list('coupons', 'status, amount')} as coupons,
      ${list('game_accounts', 'game_code, is_active')} as players,
      ${list('pending_game_passwords', 'game_code')} as passwords,
      ${list('game_results', 'game_code, amount')} as results
      from members m where id = ${memberId}`,
  )
  return state ?? {}
}
