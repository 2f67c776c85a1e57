import { and, eq, isNotNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { incomingTransfers } from '../../database/schema/deposits.ts'
import { giftOwnReference } from '../../deposits/transfer-reference.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { tellDeposit } from '../../modules/slip/tell-deposit.ts'
import { decideGift } from '../../modules/true-link/true-link-service.ts'
import { makeTransfer } from '../../providers/sandbox/transfer-book.ts'
import { backTo, byOperator, readFields, readSatang } from '../form.ts'
import { words } from '../form-fields.ts'
import { lookAtGift } from './look-at-gift.ts'
import { showLook } from './second-look.ts'

const HERE = '/sandbox/slips'

/** Where a person opens a gift link, on the page of the slips. */
export function giftPages(app: AppContext): Hono<ServerEnv> {
  const { db, clock } = app
  const pages = new Hono<ServerEnv>()

  /** Shows what it would book, until the form says that this was seen. */
  pages.post('/gift', async (c) => {
    const form = await readFields(c, { code: words, amount: words, verdict: words, shown: words })
    const { code, verdict, shown } = form
    const amount = verdict === 'refuse' ? null : readSatang(form.amount)
    if (amount === null && verdict !== 'refuse') return backTo(c, HERE, 'amount')
    const { look, decided } = await transact(db, async (tx) => {
      const found = amount === null ? null : await lookAtGift(tx, code, amount, clock.now())
      if (found && found.shown !== shown) return { look: found, decided: null }
      const end = await openGift(tx, code, amount, clock.now())
      if (end && end.outcome !== 'received') {
        const { memberId, ...after } = end
        await record(tx, { ...byOperator(c, app), kind: 'gift-decided', subject: code, memberId, after })
      }
      return { look: null, decided: end }
    })
    if (look) {
      const fields = { code, amount: form.amount, verdict }
      return showLook(c, look, { action: `${HERE}/gift`, fields, back: HERE, before: shown })
    }
    if (!decided) return backTo(c, HERE, 'decided')
    const { memberId, outcome } = decided
    if (outcome === 'received') return backTo(c, '/sandbox', outcome)
    await tellDeposit(app, memberId)
    if (outcome === 'failed') return backTo(c, HERE, amount === null ? 'rejected' : 'elsewhere')
    if (outcome === 'suspected') return backTo(c, '/sandbox', outcome)
    const isIts = eq(incomingTransfers.ownReference, giftOwnReference(code))
    const credited = await db
      .select({ id: incomingTransfers.id })
      .from(incomingTransfers)
      .where(and(isIts, isNotNull(incomingTransfers.creditedAt)))
    return backTo(
      c,
      HERE,
      outcome,
      credited.map(({ id }) => id),
    )
  })

  return pages
}

/** Opens a gift in the wallet app, which also reports the transfer's reference to the site's own feed. */
async function openGift(tx: Transaction, codeHash: string, amount: number | null, now: Date) {
  if (amount === null) return decideGift(tx, codeHash, null, now)
  const ownReference = giftOwnReference(codeHash)
  const wallet = { channel: TRUE_WALLET, memberId: null, walletPhone: '0899999999' }
  const made = await makeTransfer(tx, { ...wallet, amount, ownReference, paidAt: now })
  return decideGift(tx, codeHash, { ...made, reference: made.bankReference }, now)
}
