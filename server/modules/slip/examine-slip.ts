import { and, eq, gte, isNotNull, lt, ne, or } from 'drizzle-orm'
import { inspectPicture } from '#lib/picture.ts'
import { readSlipQr, type SlipQr } from '#lib/slip-qr.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import { incomingTransfers, slips } from '../../database/schema/deposits.ts'
import { members } from '../../database/schema/members.ts'
import { depositAccounts } from '../../database/schema/site.ts'
import { describeError } from '../../log.ts'
import { bankReferenceOf, qrOf, transferOf } from './bank-reference.ts'
import { decideSlip, type SlipVerdict } from './decide-slip.ts'
import { judgeTransfer } from './judge-transfer.ts'
import { readPictureApart } from './read-picture-apart.ts'
import type { SlipReason } from '#api/contract/slip-reasons.ts'

type Slip = typeof slips.$inferSelect
type App = Pick<AppContext, 'db' | 'clock' | 'log' | 'providers' | 'realtime'>

/** A smaller picture has no room for a slip's QR. */
const smallest = 100
const captchaTries = 3

const failed = (note: SlipReason): SlipVerdict => ({ status: 'FAILED', note })

/** Looks at a slip that was kept, as far as a machine can. What the bank does not know yet goes on waiting. Never throws. */
export async function examineSlip(app: App, reference: string): Promise<void> {
  const { db, clock, log, realtime } = app
  try {
    const [slip] = await db.select().from(slips).where(eq(slips.reference, reference))
    if (slip?.status !== 'PENDING') return
    const verdict = await verdictOn(app, slip)
    if (!verdict) return
    const decided = await transact(db, (tx) => decideSlip(tx, reference, verdict, clock.now()))
    if (decided?.status === 'SUCCESS') realtime.walletChanged(decided.memberId, 'deposit')
    log.info('slip-examined', {
      status: decided?.status,
      note: decided?.status === 'FAILED' ? decided.note : '',
    })
  } catch (error) {
    log.error('slip-not-examined', describeError(error))
  }
}

/** What was left unseen when the server last stopped, and what the bank did not know yet; of the time since then. */
export async function examineWaiting(app: App, since = new Date(0)): Promise<void> {
  try {
    const waiting = await app.db
      .select({ reference: slips.reference })
      .from(slips)
      .where(and(eq(slips.status, 'PENDING'), gte(slips.createdAt, since)))
      .orderBy(slips.createdAt)
    for (const { reference } of waiting) await examineSlip(app, reference)
  } catch (error) {
    app.log.error('slips-not-examined', describeError(error))
  }
}

async function verdictOn(app: App, slip: Slip): Promise<SlipVerdict | null> {
  const read = slip.bankReference === null ? await readSlip(app, slip) : qrOf(slip.bankReference)
  if (typeof read === 'string') return failed(read)
  if (await isDuplicate(app, slip, bankReferenceOf(read))) return failed('SLIP_REFNO_DUPLICATED')
  return askBank(app, slip, read)
}

/** The QR on the kept picture, or why there is none to be had. */
async function readSlip({ providers }: App, slip: Slip): Promise<SlipQr | SlipReason> {
  const bytes = await providers.files.get(slip.filePath)
  if (bytes === null) return 'UPLOADED_FILE_NOT_EXIST'
  const picture = inspectPicture(bytes)
  if ('fault' in picture || Math.min(picture.width, picture.height) < smallest)
    return 'IMG_SIZE_UNABLE_TO_PROCESS'
  const reading = await readPictureApart(bytes)
  if ('problem' in reading) {
    if (reading.problem === 'too-heavy') return 'IMG_SIZE_UNABLE_TO_PROCESS'
    return reading.problem === 'broken' ? 'CANNOT_READ_CROPPED_IMAGE' : 'INVALID_SLIP'
  }
  const qr = readSlipQr(reading.text)
  return qr === 'unstable' ? 'UNSTABLE_REFNO_ON_SLIP' : (qr ?? 'INVALID_SLIP')
}

/** Notes what was read. True where this transfer paid before, or where the member's own slip of it still waits. */
function isDuplicate({ db }: App, slip: Slip, bankReference: string): Promise<boolean> {
  return transact(db, async (tx) => {
    await tx
      .update(slips)
      .set({ bankReference })
      .where(and(eq(slips.id, slip.id), eq(slips.status, 'PENDING')))
    const [paid] = await tx
      .select({ id: incomingTransfers.id })
      .from(incomingTransfers)
      .where(
        and(
          eq(incomingTransfers.reference, transferOf(bankReference)),
          isNotNull(incomingTransfers.creditedAt),
        ),
      )
    const [earlier] = await tx
      .select({ id: slips.id })
      .from(slips)
      .where(
        and(
          eq(slips.bankReference, bankReference),
          ne(slips.id, slip.id),
          eq(slips.memberId, slip.memberId),
          eq(slips.status, 'PENDING'),
          or(
            lt(slips.createdAt, slip.createdAt),
            and(eq(slips.createdAt, slip.createdAt), lt(slips.id, slip.id)),
          ),
        ),
      )
      .limit(1)
    return paid !== undefined || earlier !== undefined
  })
}

async function askBank({ db, log, providers }: App, slip: Slip, qr: SlipQr): Promise<SlipVerdict | null> {
  try {
    for (let tries = 0; tries < captchaTries; tries += 1) {
      const lookup = await providers.bank.findTransfer(qr)
      if (lookup.outcome === 'unknown') return null
      if (lookup.outcome === 'captcha') continue
      const [member] = await db
        .select({ accountNo: members.bankAccountNo })
        .from(members)
        .where(eq(members.id, slip.memberId))
      const house = await db.select({ no: depositAccounts.accountNo }).from(depositAccounts)
      return judgeTransfer(lookup.transfer, {
        uploadedAt: slip.createdAt,
        accountNo: member?.accountNo ?? null,
        houseAccountNos: house.map(({ no }) => no).filter((no) => no !== ''),
      })
    }
    return failed('TRIPPLE_WRONG_CAPTCHA')
  } catch (error) {
    log.warn('slip-lookup-failed', describeError(error))
    // One that waits already has time; the first look has to come to something.
    return slip.bankReference === null ? failed('UNKNOW_ERROR') : null
  }
}
