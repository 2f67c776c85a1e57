import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'
import type { AppContext } from '../../context.ts'
import { sandboxTransfers } from '../../database/schema/deposits.ts'
import { memberIdOf } from '../../auth/member-by-phone.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { makeTransfer } from '../../providers/sandbox/transfer-book.ts'
import { backTo, readFields, readForm, readSatang } from '../form.ts'
import { uuid, words } from '../form-fields.ts'
import type { ShowAgain } from '../refused-form.ts'
import { reportTransfer } from './report-transfer.ts'

/** Where transfers to the house are made and reported. */
export function transferPages(app: AppContext, again: ShowAgain): Hono<ServerEnv> {
  const { db, clock } = app
  const pages = new Hono<ServerEnv>()

  pages.post('/', async (c) => {
    const fields = await readForm(c)
    const { channel: by = '', told } = fields
    const amount = readSatang(fields['amount'])
    if (amount === null) return again(c, { path: '/transfers', fields, why: 'amount' })
    const phone = (fields['phone'] ?? '').trim()
    const memberId = await memberIdOf(db, phone)
    if (memberId === undefined) return again(c, { path: '/transfers', fields, why: 'nobody' })
    const isWallet = by === TRUE_WALLET
    const made = await makeTransfer(db, {
      memberId,
      channel: isWallet ? by : 'SCB',
      amount,
      paidAt: clock.now(),
      ...(isWallet && { walletPhone: phone }),
    })
    return backTo(c, '/sandbox', told === 'later' ? 'untold' : await reportTransfer(app, c, made))
  })

  pages.post('/tell', async (c) => {
    const { id, by } = await readFields(c, { id: uuid, by: words })
    const [made] = await db.select().from(sandboxTransfers).where(eq(sandboxTransfers.id, id))
    return backTo(
      c,
      '/sandbox',
      made
        ? await reportTransfer(app, c, made, by === 'channel' || by === 'bank' ? by : undefined)
        : 'unknown',
    )
  })

  return pages
}
