import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { SlipReason } from '#api/contract/slip-reasons.ts'
import { onlyDigits } from '#lib/money/digits.ts'
import { inspectPicture } from '#lib/pictures/picture.ts'
import { readSlipQr, type SlipQr } from '#lib/payments/slip-qr.ts'
import { record } from '../../auth/audit-trail.ts'
import { DAY, later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { slips } from '../../database/schema/deposits.ts'
import { depositAccounts } from '../../database/schema/site.ts'
import { accountsAt } from '../../deposits/match-bank-account.ts'
import { findOrder } from '../../deposits/orders.ts'
import { findTransfer } from '../../deposits/match-report.ts'
import { collectingAccounts, type IncomingTransfer } from '../../deposits/suspected-duplicates.ts'
import { isCheapToDecode } from '../../files/decoding-cost.ts'
import { readQr } from '../../files/read-qr.ts'
import { describeError } from '../../log.ts'
import type { SlipTransfer } from '../../providers/bank.ts'
import { inProviderTime } from '../../providers/time-limit.ts'
import { bankReferenceOf, namedBy, ownReferenceOf, qrOf } from './bank-reference.ts'
import { decideSlip, slipDecided, type SlipVerdict } from './decide-slip.ts'
import { isToHouse, judgeTransfer } from './judge-transfer.ts'
import { createFairQueue } from '../../fair-queue.ts'

type Slip = typeof slips.$inferSelect
export type SlipExaminer = Pick<AppContext, 'db' | 'clock' | 'log' | 'providers' | 'realtime'>

/** How long nobody else examines a slip that somebody has begun to examine, in ms. Two at once would do no harm. */
export const SLIP_LEASE = MINUTE

/** A slip's QR does not fit in a smaller picture. */
const smallest = 100
const captchaTries = 3

const failed = (note: SlipReason): SlipVerdict => ({ status: 'FAILED', note })

/** How many slips are examined at a time; each waits for the bank or for the one picture reader. */
const atOnce = 8
const inTurn = createFairQueue(atOnce)

/**
 * Examines an uploaded slip automatically when it is its member's turn: many slips of one member do not delay another's. A slip
 * that the bank does not know yet stays pending. Never throws.
 */
export async function examineSlip(app: SlipExaminer, reference: string): Promise<void> {
  await examineAll(app, eq(slips.reference, reference))
}

/** Examines a member's pending slips, after a transfer was reported or a person has decided what one of them was waiting for. */
export async function examineSlipsOf(app: SlipExaminer, memberId: string): Promise<void> {
  await examineAll(app, eq(slips.memberId, memberId))
}

/** A pending slip, as its leaseholder found it. */
export type WaitingSlip = Pick<Slip, 'id' | 'memberId' | 'leasedUntil'>

export const waitingColumns = { id: slips.id, memberId: slips.memberId, leasedUntil: slips.leasedUntil }

async function examineAll(app: SlipExaminer, which: SQL): Promise<void> {
  const { db, log } = app
  try {
    const waiting = await db
      .select(waitingColumns)
      .from(slips)
      .where(and(which, eq(slips.status, 'PENDING')))
      .orderBy(slips.createdAt)
    await Promise.all(waiting.map((one) => examineInTurn(app, one)))
  } catch (error) {
    log.error('slip-not-examined', describeError(error))
  }
}

/** The same for a slip that was just uploaded, which takes its turn now: one that read it first could be overtaken by the next. */
export const examineInTurn = (app: SlipExaminer, waiting: WaitingSlip): Promise<void> =>
  inTurn(waiting.memberId, () => examineNow(app, waiting))
    // After its turn: the member's other slips, which may be of the money that this one credited, wait for theirs.
    .then((isCredited) => (isCredited ? examineSlipsOf(app, waiting.memberId) : undefined))
    .catch((error: unknown) =>
      app.log.error('slip-not-examined', { slip: waiting.id, ...describeError(error) }),
    )

/** Resolves with whether it credited the wallet. */
async function examineNow(app: SlipExaminer, waiting: WaitingSlip): Promise<boolean> {
  const { db, clock, log, realtime } = app
  // Its turn may come after its lease, and then another may have begun to examine it.
  const [slip] = await db
    .update(slips)
    .set({ leasedUntil: later(clock.now(), SLIP_LEASE) })
    .where(
      and(eq(slips.id, waiting.id), eq(slips.status, 'PENDING'), eq(slips.leasedUntil, waiting.leasedUntil)),
    )
    .returning()
  if (!slip) return false
  const verdict = await verdictOn(app, slip)
  if (!verdict) return false
  const now = clock.now()
  const decided = await transact(db, async (tx) => {
    const end = await decideSlip(tx, slip.reference, verdict, now)
    if (end && end.status !== 'PENDING')
      await record(tx, { at: now, actor: 'system', ...slipDecided(slip.reference, end) })
    return end
  })
  // A refused slip moves no money, but its result is awaited on screen.
  if (decided && decided.status !== 'PENDING') realtime.walletChanged(decided.memberId, 'deposit')
  log.info('slip-examined', {
    status: decided?.status,
    note: decided?.status === 'FAILED' ? decided.note : '',
  })
  return decided?.status === 'SUCCESS' && decided.isCredited
}

async function verdictOn(app: SlipExaminer, slip: Slip): Promise<SlipVerdict | null> {
  const read = slip.bankReference === null ? await readSlip(app, slip) : qrOf(slip.bankReference)
  if (typeof read === 'string') return failed(read)
  const { db } = app
  await noteReference(db, slip, read, isNull(slips.bankReference))
  const asked = await askBank(app, slip, read)
  const told = typeof asked === 'string' ? null : asked
  if (told) await noteReference(db, slip, told.slip)
  const order = await findOrder(db, told && ownReferenceOf(told))

  // If the transfer already became a deposit, that is the answer, however it was reported and whatever the bank says now.
  const named = {
    bankReference: namedBy(bankReferenceOf(told?.slip ?? read)),
    amount: told?.amount ?? 0,
    paidAt: told?.paidAt ?? null,
  }
  const known = await findTransfer(db, { ...named, ownReference: order?.ownReference ?? null })
  const house = await db.select({ no: depositAccounts.accountNo }).from(depositAccounts)
  const houseAccountNos = house.map(({ no }) => no)
  if (known?.creditedAt && (told !== null || isOfItsDay(known, slip, app.clock.now()))) {
    if (known.memberId !== slip.memberId) return failed('SLIP_REFNO_DUPLICATED')
    // Anybody may pay another bill under a code's reference. Unless the bank says that the house got the money, the slip does not
    // give the code's payment its reference, because then the payment's own slip would be credited as another transfer.
    if (known.bankReference === null && !isToHouse(told, houseAccountNos)) {
      if (await isPaidElsewhere(db, known, told)) return failed('DEST_ACC_INVALID')
      return { status: 'SHOWN', transferId: known.id, ...(told && { transfer: told }) }
    }
    return { status: 'SUCCESS', amount: known.amount, ...(told && { transfer: told }) }
  }
  if (asked === null) return null
  if (typeof asked === 'string') return failed(asked)
  if (order && order.memberId !== slip.memberId) return failed('SLIP_REFNO_DUPLICATED')
  return judgeTransfer(asked, {
    uploadedAt: slip.createdAt,
    accounts: await accountsAt(db, slip.memberId, asked.paidAt),
    houseAccountNos,
    isOwnQr: order !== null,
  })
}

/** Stores the reference of the slip's transfer, by which `decideSlip` finds it: the bank's own once the bank has answered, else the picture's. */
const noteReference = (db: SlipExaminer['db'], { id }: Slip, qr: SlipQr, rest?: SQL) =>
  db
    .update(slips)
    .set({ bankReference: bankReferenceOf(qr) })
    .where(and(eq(slips.id, id), eq(slips.status, 'PENDING'), rest))

/** Whether the bank names an account to which the code's channel does not pay. An unlisted account may be the channel's. */
async function isPaidElsewhere(
  db: Database,
  payment: IncomingTransfer,
  told: SlipTransfer | null,
): Promise<boolean> {
  const accountNos = await collectingAccounts(db, payment)
  const to = onlyDigits(told?.toAccountNo ?? '')
  return accountNos !== null && to !== '' && !accountNos.includes(to)
}

/**
 * Whether a known transfer may be the slip's by its reference alone, while the bank has not told of the slip's. Banks reuse references,
 * so it must have been paid within a day of the upload. If the bank still tells of none a day after the upload, any counts. One that a
 * person settled has no time, and always counts.
 */
const isOfItsDay = ({ paidAt }: IncomingTransfer, { createdAt }: Slip, now: Date): boolean =>
  paidAt === null || Math.abs(paidAt.getTime() - createdAt.getTime()) <= DAY || now > later(createdAt, DAY)

/** Reads the QR of the stored picture, or returns why it cannot be read. */
async function readSlip({ providers }: SlipExaminer, slip: Slip): Promise<SlipQr | SlipReason> {
  const file = await providers.files.open(slip.filePath)
  if (file === null) return 'UPLOADED_FILE_NOT_EXIST'
  const reading = await readQr(async () => {
    const bytes = await file.read(0, file.size)
    return isReadable(bytes) ? bytes : null
  })
  if ('problem' in reading) {
    if (reading.problem === 'too-heavy') return 'IMG_SIZE_UNABLE_TO_PROCESS'
    return reading.problem === 'broken' ? 'CANNOT_READ_CROPPED_IMAGE' : 'INVALID_SLIP'
  }
  const qr = readSlipQr(reading.text)
  return qr === 'unstable' ? 'UNSTABLE_REFNO_ON_SLIP' : (qr ?? 'INVALID_SLIP')
}

function isReadable(bytes: Uint8Array): boolean {
  const picture = inspectPicture(bytes)
  return (
    !('fault' in picture) && Math.min(picture.width, picture.height) >= smallest && isCheapToDecode(bytes)
  )
}

/**
 * What the bank knows about the transfer; null if it does not know it yet; the reason if asking failed. A slip that was asked about before
 * waits on whatever fails: uploaded again it would be too late. Its first examination needs a result.
 */
async function askBank(
  { log, providers }: SlipExaminer,
  slip: Slip,
  qr: SlipQr,
): Promise<SlipTransfer | SlipReason | null> {
  const orWait = (reason: SlipReason) => (slip.bankReference === null ? reason : null)
  try {
    for (let tries = 0; tries < captchaTries; tries += 1) {
      const lookup = await inProviderTime(providers.bank.findTransfer(qr))
      if (lookup.outcome === 'unknown') return null
      if (lookup.outcome === 'found') return lookup.transfer
    }
    return orWait('TRIPPLE_WRONG_CAPTCHA')
  } catch (error) {
    log.warn('slip-lookup-failed', describeError(error))
    return orWait('UNKNOW_ERROR')
  }
}
