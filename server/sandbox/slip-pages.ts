import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { transact } from '../database/query.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { type SlipReason, slipReasons } from '../modules/slip/slip-reasons.ts'
import { decideSlip, isPaidBefore, type SlipVerdict } from '../modules/slip/slip-service.ts'
import { decideGift } from '../modules/true-link/true-link-service.ts'
import { backTo, readForm, readSatang } from './form.ts'
import { giftList, slipList } from './lists.ts'
import { page } from './page.ts'
import { wordsOf } from './said.ts'
import { slipView } from './slip-view.ts'

const HERE = '/sandbox/slips'

/** Where slips are read and gift links opened. */
export function slipPages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const pages = new Hono<ServerEnv>()

  pages.get('/', async (c) => {
    const body = slipView(await slipList(db), await giftList(db))
    return c.html(
      page({ title: 'Slips and gift links', body, said: wordsOf(c.req.query('said')), isLive: true }),
    )
  })

  const decide = async (reference: string, verdict: SlipVerdict) => {
    const decided = await transact(db, (tx) => decideSlip(tx, reference, verdict, clock.now()))
    if (decided && verdict.status === 'SUCCESS') realtime.walletChanged(decided.memberId, 'deposit')
    return decided
  }

  pages.post('/settle', async (c) => {
    const { reference = '', amount: typed, bankReference } = await readForm(c)
    const amount = readSatang(typed)
    if (amount === null) return backTo(c, HERE, 'amount')
    const verdict = {
      status: 'SUCCESS',
      amount,
      bankReference: bankReference?.trim() || randomUUID(),
    } as const
    try {
      return backTo(c, HERE, (await decide(reference, verdict)) ? 'credited' : 'decided')
    } catch (error) {
      if (!isPaidBefore(error)) throw error
      await decide(reference, { status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' })
      return backTo(c, HERE, 'duplicate')
    }
  })

  pages.post('/refuse', async (c) => {
    const { reference = '', reason = '' } = await readForm(c)
    if (!slipReasons.includes(reason as SlipReason)) return backTo(c, HERE, 'unknown')
    const decided = await decide(reference, { status: 'FAILED', note: reason as SlipReason })
    return backTo(c, HERE, decided ? 'rejected' : 'decided')
  })

  pages.post('/gift', async (c) => {
    const { code = '', amount: typed, verdict } = await readForm(c)
    const amount = verdict === 'refuse' ? null : readSatang(typed)
    if (amount === null && verdict !== 'refuse') return backTo(c, HERE, 'amount')
    const decided = await transact(db, (tx) => decideGift(tx, code, amount))
    if (!decided) return backTo(c, HERE, 'decided')
    if (amount !== null) realtime.walletChanged(decided.memberId, 'deposit')
    return backTo(c, HERE, amount === null ? 'rejected' : 'credited')
  })

  return pages
}
