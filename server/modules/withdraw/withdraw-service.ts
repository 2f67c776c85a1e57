import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { withdraw as withdrawCall } from '#api/contract/wallet.ts'
import { later, SECOND } from '../../clock.ts'
import { takeProof } from '../../auth/one-time-codes.ts'
import type { AppContext } from '../../context.ts'
import { isRowNumber } from '../../database/columns.ts'
import type { Database } from '../../database/database.ts'
import { placeholder, preparedRows } from '../../database/prepared.ts'
import { onlyRow, transact } from '../../database/query.ts'
import { defaultOf, readSetting, type Setting, settingOf, storedSetting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import type { Answer, Begun } from '../../http/operations/operation.ts'
import type { BeginContext } from '../../http/route.ts'
import type { PayoutOrder } from '../../providers/bank.ts'
import { PAYOUT_LEASE } from './payout-inquiry.ts'
import { sendPayout } from './send-payout.ts'
import { HOLD } from './withdraw-hold.ts'

/** How many withdrawals of one member may be pending at a time. */
export const MAX_PENDING = 3

export interface WithdrawOrder {
  memberId: string
  /** Satang. */
  amount: number
  now: Date
  /** The id of one of the member's accounts; the usual one without it. */
  bankAccount?: string | undefined
}

/** The bank account that the money goes to. */
export type Payee = Pick<PayoutOrder, 'bankCode' | 'accountName' | 'accountNo'>

/** The defaults and limits that `withdrawal_check` takes as an argument, because they stand in this program. */
const rulesFor = (bankAccount: string | undefined) => {
  // Nobody's account has this number.
  const account = bankAccount === undefined || isRowNumber(bankAccount) ? bankAccount : '0'
  return { limits: defaultOf('withdraw'), holdMs: HOLD, maxPending: MAX_PENDING, account }
}

type Checked = Pick<Begun, 'refusal' | 'details'> & Payee

const checked = sql.raw(
  'refusal, details, bank_code as "bankCode", account_name as "accountName", account_no as "accountNo"',
)
const withdrawalCheck = preparedRows<Checked>(
  sql`select ${checked} from withdrawal_check(${placeholder('memberId')}, ${placeholder('amount')},
    ${placeholder('rules')}, ${placeholder('now')})`,
)

/** Locks the member, and refuses unless he may withdraw this amount. Returns the bank account that the money goes to. */
export async function checkWithdrawal(
  db: Database,
  { memberId, amount, now, bankAccount }: WithdrawOrder,
): Promise<Payee> {
  const rules = JSON.stringify(rulesFor(bankAccount))
  const rows = await withdrawalCheck(db, { memberId, amount, rules, now: now.toISOString() })
  const { refusal, details, ...payee } = onlyRow(rows)
  if (refusal !== null) throw new ApiError(refusal, undefined, details)
  return payee
}

const withdrawalTake = preparedRows<{ isTaken: boolean }>(
  sql`select withdrawal_take(${placeholder('id')}, ${placeholder('memberId')}, ${placeholder('amount')},
    ${placeholder('bankCode')}, ${placeholder('accountName')}, ${placeholder('accountNo')},
    ${placeholder('leasedUntil')}) as "isTaken"`,
)

/** The process that commits the withdrawal hands it to the bank at once. One that waits is handed over by a job, after `waits` ms. */
const leasedFrom = (now: Date, waits: number) => later(now, waits || PAYOUT_LEASE).toISOString()

/** A payout that was just committed. `waits`: for how long the member may still cancel it, in ms. */
export interface TakenPayout extends PayoutOrder {
  waits: number
}

/** Takes the money out of the wallet at once and reserves it for the bank. */
export async function takeWithdrawal(
  db: Database,
  { now, memberId, ...payout }: Payee & Omit<WithdrawOrder, 'bankAccount'>,
): Promise<TakenPayout> {
  const id = randomUUID()
  const waits = waitOf(await readSetting(db, 'payouts'))
  const [row] = await withdrawalTake(db, { id, memberId, ...payout, leasedUntil: leasedFrom(now, waits) })
  if (!row?.isTaken) throw new ApiError('MONEY_NOT_ENOUGH')
  return { reference: id, ...payout, waits }
}

const waitOf = ({ waitSeconds }: Setting<'payouts'>) => waitSeconds * SECOND

/** The house's settings for withdrawals, as columns to read together with the session (`sessionWith`). */
export const withdrawalRules = {
  payouts: storedSetting('payouts'),
  proofAbove: storedSetting('withdrawProofAbove'),
}

/** What is to reach the wallet before the money is taken from there. */
interface FirstTransfer {
  given: { funds: object; transfers: readonly object[] }
  /** Missing where there is nothing to wait for. */
  finish: ((payee: Payee) => Promise<Answer>) | undefined
}

/**
 * Withdraws in one statement, which looks for the session, takes the operation's key, checks, takes the money and keeps the answer. The
 * bank is notified afterwards (`tellBank`). `text`: the body that answers the call. `planFirst` plans the transfer that brings the money to the
 * wallet; it gets what the database reports where the member's money has changed since the session was read (`operationBy`).
 */
export async function beginWithdrawal<Changed extends object>(
  context: BeginContext<typeof withdrawCall, { payouts: unknown; proofAbove: unknown }>,
  text: string,
  planFirst?: (changed?: Partial<Changed>) => FirstTransfer,
): Promise<Begun> {
  const { app, member, along, body } = context
  const { amount, otpToken, bankAccount } = body
  const now = app.clock.now()
  const id = randomUUID()
  const waits = waitOf(settingOf('payouts', along.payouts))
  const order = { id, amount, rules: rulesFor(bankAccount), leasedUntil: leasedFrom(now, waits) }
  const begin = (db: Database) =>
    withdrawalBegin(
      context,
      (changed) => {
        const { given, finish } = planFirst?.(changed) ?? {}
        return {
          given: { ...order, transfers: [], ...given },
          body: text,
          finish: finish && (({ payee }) => finish(payee)),
          afterCommit: finish
            ? []
            : [({ payee }) => tellBank(app, member.id, { reference: id, amount, ...payee, waits })],
        }
      },
      db,
    )
  return isAbove(settingOf('withdrawProofAbove', along.proofAbove), amount)
    ? beginProven(app.db, begin, { member, otpToken, now })
    : begin(app.db)
}

const withdrawalBegin = operationBy<object, { payee: Payee }>('withdrawal_begin')

/** Whether the house wants a passkey or a code for a withdrawal of this amount. Both in satang. */
const isAbove = (above: number, amount: number) => above > 0 && amount > above

interface Proving {
  member: { username: string }
  otpToken: string | undefined
  now: Date
}

const spendProof = (db: Database, { member, otpToken, now }: Proving) =>
  takeProof(db, { otpToken, phone: member.username, purpose: 'withdrawal' }, now)

/** What began has no proof, and is rolled back. */
class Unproven extends Error {
  override readonly name = 'Unproven'
}

/** Begins in one transaction with the use of the proof: a refusal uses none up, and without one nothing is begun. */
async function beginProven(
  db: Database,
  begin: (db: Database) => Promise<Begun>,
  proving: Proving,
): Promise<Begun> {
  let row: Begun | undefined
  try {
    return await transact(db, async (tx) => {
      row = await begin(tx)
      const isNew = row.taken && row.call === null && row.refusal === null
      if (isNew && !(await spendProof(tx, proving))) throw new Unproven()
      return row
    })
  } catch (error) {
    if (!(error instanceof Unproven) || !row) throw error
    return { ...row, refusal: 'UNVERIFIED_OTP', details: {} }
  }
}

/** Notifies the member's apps that the money has left the wallet, and hands the bank the payout unless that waits. Never throws. */
export async function tellBank(
  app: AppContext,
  memberId: string,
  { waits, ...payout }: TakenPayout,
): Promise<void> {
  app.realtime.walletChanged(memberId, 'withdraw')
  if (waits === 0) await sendPayout(app, payout)
}
