import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { transact } from '../database/query.ts'
import { qrCodes } from '../database/schema/deposits.ts'
import { members } from '../database/schema/members.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { confirmQrPayment, creditLateQr } from '../modules/qrcode/qr-payment.ts'
import { receiveTransfer, TRUE_WALLET } from '../deposits/receive-transfer.ts'
import { type Decision, decideWithdrawal } from '../modules/withdraw/decide-withdrawal.ts'
import { qrSection, smsSection, transferForm, withdrawalSection } from './console-view.ts'
import { backTo, readForm, readSatang } from './form.ts'
import { qrList, sentTexts, withdrawalList } from './lists.ts'
import { markup } from './markup.ts'
import { page } from './page.ts'
import { wordsOf } from './said.ts'

/** What came by SMS, and what waits for a bank or a payment channel. */
export function consolePages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const pages = new Hono<ServerEnv>()

  pages.get('/', async (c) => {
    const body = markup`${smsSection(await sentTexts(db))} ${qrSection(await qrList(db), clock.now())}
      ${withdrawalSection(await withdrawalList(db))} ${transferForm}`
    return c.html(page({ title: 'Console', body, said: wordsOf(c.req.query('said')), isLive: true }))
  })

  pages.post('/qr/pay', async (c) => {
    const { reference = '' } = await readForm(c)
    const [qr] = await db
      .select({ amount: qrCodes.amount })
      .from(qrCodes)
      .where(eq(qrCodes.reference, reference))
    if (!qr) return backTo(c, '/sandbox', 'unknown')
    const payment = { reference, amount: qr.amount, paidAt: clock.now() }
    const paid = await transact(db, (tx) => confirmQrPayment(tx, payment))
    if (paid.outcome === 'credited') realtime.walletChanged(paid.memberId, 'deposit')
    return backTo(c, '/sandbox', paid.outcome === 'credited' ? 'paid' : paid.outcome)
  })

  pages.post('/qr/expire', async (c) => {
    const { reference = '' } = await readForm(c)
    const [over] = await db
      .update(qrCodes)
      .set({ expiresAt: clock.now() })
      .where(eq(qrCodes.reference, reference))
      .returning({ id: qrCodes.id })
    return backTo(c, '/sandbox', over ? 'expired' : 'unknown')
  })

  pages.post('/qr/credit', async (c) => {
    const { reference = '' } = await readForm(c)
    const credited = await transact(db, (tx) => creditLateQr(tx, reference, clock.now()))
    if (!credited) return backTo(c, '/sandbox', 'decided')
    realtime.walletChanged(credited.memberId, 'deposit')
    return backTo(c, '/sandbox', 'credited')
  })

  const decide = (decision: Decision) =>
    pages.post(`/withdrawals/${decision.status === 'settled' ? 'settle' : 'refuse'}`, async (c) => {
      const { id = '' } = await readForm(c)
      const decided = await transact(db, (tx) => decideWithdrawal(tx, id, decision, clock.now()))
      if (!decided) return backTo(c, '/sandbox', 'decided')
      realtime.walletChanged(decided.memberId, 'withdraw')
      return backTo(c, '/sandbox', decision.status)
    })
  decide({ status: 'settled' })
  decide({ status: 'refused', reason: 'The bank refused the payout' })

  pages.post('/transfers', async (c) => {
    const { phone = '', amount: typed, channel: by = '' } = await readForm(c)
    const amount = readSatang(typed)
    if (amount === null) return backTo(c, '/sandbox', 'amount')
    const [member] = await db
      .select({ id: members.id })
      .from(members)
      .where(eq(members.username, phone.trim()))
    if (!member) return backTo(c, '/sandbox', 'nobody')
    const channel = by === TRUE_WALLET ? by : 'SCB'
    const arrived = { channel, amount, memberId: member.id, reference: randomUUID() }
    if (!(await transact(db, (tx) => receiveTransfer(tx, arrived, clock.now()))))
      return backTo(c, '/sandbox', 'small')
    realtime.walletChanged(member.id, 'deposit')
    return backTo(c, '/sandbox', 'added')
  })

  return pages
}
