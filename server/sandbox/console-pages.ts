import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { TRUE_WALLET, trueWalletMinimum } from '#lib/true-wallet.ts'
import type { Context } from 'hono'
import { record } from '../auth/audit-trail.ts'
import type { AppContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { qrCodes, sandboxTransfers } from '../database/schema/deposits.ts'
import { members } from '../database/schema/members.ts'
import { receiveFromFeed } from '../deposits/bank-feed.ts'
import { qrOwnReference } from '../deposits/transfer-reference.ts'
import { auditBooks } from '../jobs/ledger-audits.ts'
import { lastAudit } from '../ledger/audit-results.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { isUuid } from '../http/uuid.ts'
import { confirmQrPayment, creditLateQr } from '../modules/qrcode/qr-payment.ts'
import { makeTransfer, reportOf, type SandboxTransfer } from '../providers/sandbox/transfer-book.ts'
import {
  auditSection,
  qrSection,
  smsSection,
  stuckSection,
  suspectedSection,
  transferForm,
  transferSection,
  unclaimedSection,
  withdrawalSection,
} from './console-view.ts'
import { backTo, byOperator, readForm, readSatang } from './form.ts'
import {
  qrList,
  sentTexts,
  stuckList,
  suspectedList,
  transferList,
  unclaimedList,
  withdrawalList,
} from './lists.ts'
import { markup } from './markup.ts'
import { page } from './page.ts'
import { type FlashCode, flashText } from './flash-messages.ts'

/** Sent SMS, and what waits for a bank or a payment channel. */
export function consolePages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const pages = new Hono<ServerEnv>()

  pages.get('/', async (c) => {
    const body = markup`${auditSection(await lastAudit(db))} ${suspectedSection(await suspectedList(db))}
      ${unclaimedSection(await unclaimedList(db))} ${stuckSection(await stuckList(db))}
      ${smsSection(await sentTexts(db))} ${qrSection(await qrList(db), clock.now())}
      ${withdrawalSection(await withdrawalList(db), clock.now())} ${transferForm}
      ${transferSection(await transferList(db))}`
    return c.html(page({ title: 'Console', body, flash: flashText(c.req.query('flash')), isLive: true }))
  })

  pages.post('/qr/pay', async (c) => {
    const { reference = '', told } = await readForm(c)
    const [qr] = await db.select().from(qrCodes).where(eq(qrCodes.reference, reference))
    if (!qr) return backTo(c, '/sandbox', 'unknown')
    const ownReference = qrOwnReference(reference)
    const { memberId, channel, amount } = qr
    const made = await makeTransfer(db, { memberId, channel, amount, ownReference, paidAt: clock.now() })
    return backTo(c, '/sandbox', told === 'later' ? 'untold' : await tell(c, made))
  })

  /**
   * Reports the transfer as the bank's feed, the wallet app or the code's channel would, however often it is asked to. `by`: a
   * code's payment without the bank's reference, or without the code's.
   */
  const tell = async (
    c: Context<ServerEnv>,
    made: SandboxTransfer,
    by?: 'channel' | 'bank',
  ): Promise<FlashCode> => {
    const now = clock.now()
    const report = <T extends { outcome: string; memberId?: string | null }>(
      receive: (tx: Transaction) => Promise<T>,
    ) =>
      transact(db, async (tx) => {
        const received = await receive(tx)
        const { outcome, memberId } = received
        await record(tx, {
          ...byOperator(c, app),
          kind: 'transfer-reported',
          subject: made.bankReference,
          memberId: memberId ?? undefined,
          after: { outcome, channel: made.channel, amount: made.amount },
        })
        return received
      })
    const [, reference] = /^qr:(.*)$/u.exec(made.ownReference ?? '') ?? []
    if (reference !== undefined && by !== 'bank') {
      const told = reportOf(made)
      const payment = { ...told, reference, bankReference: by === 'channel' ? null : told.bankReference }
      const paid = await report((tx) => confirmQrPayment(tx, payment, now))
      if (paid.outcome === 'credited' || paid.outcome === 'suspected')
        realtime.walletChanged(paid.memberId, 'deposit')
      return paid.outcome === 'credited' ? 'paid' : paid.outcome
    }
    const { outcome, memberId } = await report(async (tx) => {
      const received = await receiveFromFeed(tx, reportOf(made), now)
      return { outcome: received.outcome, memberId: received.transfer.memberId }
    })
    if (outcome === 'repeated') return 'repeated'
    if (memberId === null) return made.amount < trueWalletMinimum ? 'small' : 'kept'
    realtime.walletChanged(memberId, 'deposit')
    return outcome === 'suspected' ? outcome : 'added'
  }

  pages.post('/qr/expire', async (c) => {
    const { reference = '' } = await readForm(c)
    const over = await transact(db, async (tx) => {
      const [ended] = await tx
        .update(qrCodes)
        .set({ expiresAt: clock.now() })
        .where(eq(qrCodes.reference, reference))
        .returning({ memberId: qrCodes.memberId })
      if (ended) await record(tx, { ...byOperator(c, app), kind: 'qr-ended', subject: reference, ...ended })
      return ended
    })
    if (over) realtime.walletChanged(over.memberId, 'deposit')
    return backTo(c, '/sandbox', over ? 'expired' : 'unknown')
  })

  pages.post('/qr/credit', async (c) => {
    const { reference = '' } = await readForm(c)
    const credited = await transact(db, async (tx) => {
      const late = await creditLateQr(tx, reference, clock.now())
      if (late === null || late === 'suspected') return late
      const { memberId } = late
      for (const { id, amount } of late.credited)
        await record(tx, {
          ...byOperator(c, app),
          kind: 'late-payment-credited',
          subject: reference,
          memberId,
          after: { amount, transfer: id },
        })
      return late
    })
    if (!credited) return backTo(c, '/sandbox', 'decided')
    if (credited === 'suspected') return backTo(c, '/sandbox', credited)
    realtime.walletChanged(credited.memberId, 'deposit')
    return backTo(c, '/sandbox', 'credited')
  })

  pages.post('/audit', async (c) => {
    const audit = await auditBooks(app, byOperator(c, app))
    if (!audit) return backTo(c, '/sandbox', 'auditing')
    return backTo(c, '/sandbox', audit.problemCount === 0 ? 'clean' : 'wrong')
  })

  pages.post('/transfers', async (c) => {
    const { phone = '', amount: typed, channel: by = '', told } = await readForm(c)
    const amount = readSatang(typed)
    if (amount === null) return backTo(c, '/sandbox', 'amount')
    const [member] = await db
      .select({ id: members.id, username: members.username })
      .from(members)
      .where(eq(members.username, phone.trim()))
    if (!member) return backTo(c, '/sandbox', 'nobody')
    const isWallet = by === TRUE_WALLET
    const made = await makeTransfer(db, {
      memberId: member.id,
      channel: isWallet ? by : 'SCB',
      amount,
      paidAt: clock.now(),
      ...(isWallet && { walletPhone: member.username }),
    })
    return backTo(c, '/sandbox', told === 'later' ? 'untold' : await tell(c, made))
  })

  pages.post('/transfers/tell', async (c) => {
    const { id = '', by } = await readForm(c)
    const [made] = isUuid(id)
      ? await db.select().from(sandboxTransfers).where(eq(sandboxTransfers.id, id))
      : []
    return backTo(
      c,
      '/sandbox',
      made ? await tell(c, made, by === 'channel' || by === 'bank' ? by : undefined) : 'unknown',
    )
  })

  return pages
}
