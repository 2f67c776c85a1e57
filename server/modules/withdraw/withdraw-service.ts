import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { withdraw as withdrawCall } from '#api/contract/wallet.ts'
import { later, SECOND } from '../../clock.ts'
import { takeProof } from '../../auth/one-time-codes.ts'
import { sessionWith } from '../../auth/sessions.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { given, preparedRows } from '../../database/prepared.ts'
import { transact } from '../../database/query.ts'
import { defaultOf, readSetting, type Setting, settingOf, storedSetting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Begun } from '../../http/reservation.ts'
import type { BeginContext } from '../../http/route.ts'
import { storedReply } from '../../http/operation-records.ts'
import { beginning } from '../../http/run-operation.ts'
import type { Payout } from '../../providers/bank.ts'
import { PAYOUT_LEASE, sendPayout } from './send-payout.ts'
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
export type Payee = Pick<Payout, 'bankCode' | 'accountName' | 'accountNo'>

/** What the database knows only by us (`withdrawal_check`). */
const rulesFor = (bankAccount: string | undefined) => {
  // Nobody's account has this number.
  const account = bankAccount === undefined || isRowNumber(bankAccount) ? bankAccount : '0'
  return JSON.stringify({ limits: defaultOf('withdraw'), holdMs: HOLD, maxPending: MAX_PENDING, account })
}

/** An account's id, as it comes from outside. */
export const isRowNumber = (id: string): boolean => /^\d{1,15}$/u.test(id)

type Checked = Pick<Begun, 'refusal' | 'details'> & Payee

const checked = sql.raw(
  'refusal, details, bank_code as "bankCode", account_name as "accountName", account_no as "accountNo"',
)
const withdrawalCheck = preparedRows<Checked>(
  sql`select ${checked} from withdrawal_check(${given('memberId')}, ${given('amount')}, ${given('rules')}, ${given('now')})`,
)

/** Locks the member, and refuses unless he may withdraw this amount. Returns the bank account that the money goes to. */
export async function checkWithdrawal(
  db: Database,
  { memberId, amount, now, bankAccount }: WithdrawOrder,
): Promise<Payee> {
  const rules = rulesFor(bankAccount)
  const [row] = await withdrawalCheck(db, { memberId, amount, rules, now: now.toISOString() })
  if (!row) throw new Error('The database gave no answer.')
  const { refusal, details, ...payee } = row
  if (refusal !== null) throw new ApiError(refusal, undefined, details)
  return payee
}

const withdrawalTake = preparedRows<{ isTaken: boolean }>(
  sql`select withdrawal_take(${given('id')}, ${given('memberId')}, ${given('amount')}, ${given('bankCode')},
    ${given('accountName')}, ${given('accountNo')}, ${given('leasedUntil')}) as "isTaken"`,
)

/** The process that commits the withdrawal hands it to the bank at once. One that waits is handed over by a job, after `waits` ms. */
const leasedFrom = (now: Date, waits: number) => later(now, waits || PAYOUT_LEASE).toISOString()

/** A payout that was just committed. `waits`: for how long the member may still cancel it, in ms. */
export interface TakenPayout extends Payout {
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

const withdrawBegin = preparedRows<Omit<Begun, 'finish'> & Payee>(
  sql`select ${beginning}, ${checked} from withdraw_begin(${given('owner')}, ${given('key')}, ${given('call')},
    ${given('bodyHash')}, ${given('id')}, ${given('amount')}, ${given('rules')}, ${given('reply')}, ${given('leasedUntil')}, ${given('now')})`,
)

/** What the house has set, in the statement that reads the session. */
export const rulesWithSession = sessionWith({
  payouts: storedSetting('payouts'),
  proofAbove: storedSetting('withdrawProofAbove'),
})

/**
 * Withdraws in one statement, which takes the operation's key, checks, takes the money and keeps the answer. The bank is told
 * afterwards (`tellBank`). `text`: the body that answers the call.
 */
export async function withdrawAtOnce(
  {
    app,
    member,
    operationId,
    key,
    along,
    body: { amount, otpToken, bankAccount },
  }: BeginContext<typeof withdrawCall, { payouts: unknown; proofAbove: unknown }>,
  text: string,
): Promise<Begun> {
  const now = app.clock.now()
  const id = randomUUID()
  const answer = { status: 200, text }
  const reply = storedReply(app.keys, { owner: member.id, operationId }, answer)
  const waits = waitOf(settingOf('payouts', along.payouts))
  const times = { now: now.toISOString(), leasedUntil: leasedFrom(now, waits) }
  const rules = rulesFor(bankAccount)
  const asked = { ...key, key: key.key ?? null, id, amount, rules, reply, ...times }
  const begin = async (db: Database) => {
    const [row] = await withdrawBegin(db, asked)
    if (!row) throw new Error('The database gave no answer.')
    return row
  }
  const row = isAbove(settingOf('withdrawProofAbove', along.proofAbove), amount)
    ? await beginProven(app.db, begin, { member, otpToken, now })
    : await begin(app.db)
  const { bankCode, accountName, accountNo, ...begun } = row
  const payout = { reference: id, amount, bankCode, accountName, accountNo, waits }
  return { ...begun, finish: async () => answer, afterCommit: [() => tellBank(app, member.id, payout)] }
}

/** Whether the house wants a passkey or a code for a withdrawal of this amount. Both in satang. */
const isAbove = (above: number, amount: number) => above > 0 && amount > above

interface Proving {
  member: { username: string }
  otpToken: string | undefined
  now: Date
}

const spendProof = (db: Database, { member, otpToken, now }: Proving) =>
  takeProof(db, { otpToken, phone: member.username, purpose: 'withdrawal' }, now)

/** Uses the proof up, in the transaction of the withdrawal. Throws if one is needed and this is none. */
export async function takeWithdrawalProof(db: Database, amount: number, proving: Proving): Promise<void> {
  const above = await readSetting(db, 'withdrawProofAbove')
  if (isAbove(above, amount) && !(await spendProof(db, proving))) throw new ApiError('UNVERIFIED_OTP')
}

/** What began has no proof, and is rolled back. */
class Unproven extends Error {
  override readonly name = 'Unproven'
}

/** Begins in one transaction with the use of the proof: a refusal uses none up, and without one nothing is begun. */
async function beginProven<Row extends Omit<Begun, 'finish'>>(
  db: Database,
  begin: (db: Database) => Promise<Row>,
  proving: Proving,
): Promise<Row> {
  let row: Row | undefined
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

/** Tells the member's apps that the money has left the wallet, and hands the bank the payout, unless it waits. Never throws. */
export async function tellBank(
  app: AppContext,
  memberId: string,
  { waits, ...payout }: TakenPayout,
): Promise<void> {
  app.realtime.walletChanged(memberId, 'withdraw')
  if (waits === 0) await sendPayout(app, payout)
}
