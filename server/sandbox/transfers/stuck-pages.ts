import { Hono } from 'hono'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { isUuid } from '../../http/uuid.ts'
import { amountOf, tell } from '../../modules/transfer/provider-transfers.ts'
import { askGamesOf, decideStuckTransfer, STUCK_VERDICTS } from '../../modules/transfer/stuck-transfers.ts'
import { backTo, byOperator, readFields } from '../form.ts'
import { moment, uuid, words } from '../form-fields.ts'
import { markup } from '../markup.ts'
import { showPage } from '../page.ts'
import { placesIn } from '../places.ts'
import { findStuck } from '../waiting-lists.ts'
import { stuckSection, toldSection } from './stuck-view.ts'

/** Where a person says what became of a transfer that its provider did not cancel. */
export function stuckPages(app: AppContext): Hono<ServerEnv> {
  const pages = new Hono<ServerEnv>()

  // A page of its own that does not reload: the console's would ask the games every two seconds.
  pages.get('/:id', async (c) => {
    const id = c.req.param('id')
    const row = isUuid(id) ? await findStuck(app.db, id) : undefined
    if (!row) return backTo(c, '/sandbox', 'decided')
    const told = await askGamesOf({ app, log: c.get('log') }, row.waiting)
    const alone = { rows: [row], more: '', after: undefined, next: undefined }
    const body = markup`${toldSection(told, app.clock.now())} ${stuckSection(alone, placesIn(c))}`
    return showPage(c, { title: 'What its games hold', part: 'Console', body })
  })

  pages.post('/', async (c) => {
    const fields = { id: uuid, verdict: words, stuckAt: moment }
    const { id, verdict: said, stuckAt } = await readFields(c, fields)
    const verdict = STUCK_VERDICTS.find((one) => one === said)
    if (verdict === undefined) return backTo(c, '/sandbox', 'unknown')
    const decided = await transact(app.db, async (tx) => {
      const end = await decideStuckTransfer(app, tx, { id, stuckAt }, verdict)
      if (!end) return null
      const { memberId, taken } = end.transfer
      await record(tx, {
        ...byOperator(c, app),
        kind: 'stuck-transfer-decided',
        subject: id,
        memberId,
        before: { amount: amountOf(taken) },
        after: { verdict },
      })
      return end
    })
    if (!decided) return backTo(c, '/sandbox', 'decided')
    if (!decided.booked) return backTo(c, '/sandbox', 'again')
    await tell(app, decided.booked)
    return backTo(c, '/sandbox', verdict)
  })
  return pages
}
