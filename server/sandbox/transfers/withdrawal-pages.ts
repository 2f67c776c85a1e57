import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { accountCurrencies } from '#lib/payments/account-currencies.ts'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { areBooksWrong } from '../../ledger/audit-results.ts'
import { ofAccount, ofPayout, setCurrency } from '../../modules/account/set-currency.ts'
import { type Decision, noteContradicted } from '../../modules/withdraw/contradicted-payouts.ts'
import { decideWithdrawal } from '../../modules/withdraw/decide-withdrawal.ts'
import { beginInquiry, endInquiry } from '../../modules/withdraw/payout-inquiry.ts'
import { backTo, byOperator, readFields } from '../form.ts'
import { moment, note, rowId, uuid, words } from '../form-fields.ts'
import { MAX_REASON } from './note-form.ts'

/** The payout, and what the page showed of it. */
const payout = { id: uuid, shown: words }

/** Where a person decides a payout, says its currency, asks the bank about it, or notes what became of one that it contradicts. */
export function withdrawalPages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const pages = new Hono<ServerEnv>()

  const decide = async (c: Context<ServerEnv>, decision: Decision) => {
    const { id, shown } = await readFields(c, payout)
    const decided = await transact(db, async (tx) => {
      const end = await decideWithdrawal(app, tx, id, decision, shown)
      if (end === null || typeof end === 'string') return end
      const { memberId, made: after } = end
      await record(tx, { ...byOperator(c, app), kind: 'withdrawal-decided', subject: id, memberId, after })
      return end
    })
    if (decided === null) return backTo(c, '/sandbox', 'decided')
    if (typeof decided === 'string') return backTo(c, '/sandbox', decided)
    realtime.walletChanged(decided.memberId, 'withdraw')
    return backTo(c, '/sandbox', decision.status)
  }

  pages.post('/settle', async (c) => {
    if (await areBooksWrong(db)) return backTo(c, '/sandbox', 'stopped')
    return decide(c, { status: 'settled' })
  })

  pages.post('/refuse', (c) => decide(c, { status: 'refused' }))

  /** `idField`: what the account's, or its payout's, id is. */
  const sayCurrency = (path: string, idField: typeof uuid, find: typeof ofPayout) =>
    pages.post(path, async (c) => {
      const currencyField = v.pipe(words, v.picklist(accountCurrencies, 'a currency of accounts here'))
      const { id, currency } = await readFields(c, { id: idField, currency: currencyField })
      const isSet = await transact(db, async (tx) => {
        const set = await setCurrency(app, tx, find(id), currency)
        if (set)
          await record(tx, { ...byOperator(c, app), kind: 'account-currency-set', subject: id, ...set })
        return set !== null
      })
      return backTo(c, '/sandbox', isSet ? 'currency' : 'taken')
    })
  sayCurrency('/currency', uuid, ofPayout)
  sayCurrency('/account-currency', rowId, ofAccount)

  pages.post('/inquire', async (c) => {
    const { id } = await readFields(c, payout)
    const begun = await transact(db, async (tx) => {
      const inquiry = await beginInquiry(tx, id, clock.now())
      if (!inquiry) return null
      const { memberId, leasedUntil } = inquiry
      const after = { until: leasedUntil.toISOString() }
      await record(tx, { ...byOperator(c, app), kind: 'payout-inquiry-begun', subject: id, memberId, after })
      return inquiry
    })
    return backTo(c, '/sandbox', begun ? 'inquired' : 'taken')
  })

  pages.post('/hand-over', async (c) => {
    const { id } = await readFields(c, payout)
    const ended = await transact(db, async (tx) => {
      const inquiry = await endInquiry(tx, id, clock.now())
      if (!inquiry) return null
      const by = byOperator(c, app)
      await record(tx, { ...by, kind: 'payout-inquiry-ended', subject: id, ...inquiry })
      return inquiry
    })
    return backTo(c, '/sandbox', ended ? 'asked' : 'taken')
  })

  pages.post('/note', async (c) => {
    const fields = { id: uuid, contradictedAt: moment, reason: note(MAX_REASON) }
    const { id, contradictedAt, reason } = await readFields(c, fields)
    if (reason === '') return backTo(c, '/sandbox', 'unsaid')
    const noted = await transact(db, async (tx) => {
      const ended = await noteContradicted(tx, { id, contradictedAt }, clock.now())
      if (!ended) return null
      const { memberId, status, amount } = ended
      await record(tx, {
        ...byOperator(c, app),
        kind: 'payout-contradiction-noted',
        subject: id,
        memberId,
        before: { status, amount },
        after: { reason },
      })
      return ended
    })
    return backTo(c, '/sandbox', noted ? 'noted' : 'decided')
  })

  return pages
}
