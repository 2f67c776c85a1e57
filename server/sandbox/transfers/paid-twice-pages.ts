import { Hono } from 'hono'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import { notePaidTwice, recordOfMembers } from '../../deposits/paid-twice.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { backTo, byOperator, readFields } from '../form.ts'
import { note, uuid } from '../form-fields.ts'
import { MAX_REASON } from './note-form.ts'

/** Where a person notes what became of a transfer that was paid twice. */
export function paidTwicePages(app: AppContext): Hono<ServerEnv> {
  const { db, clock } = app
  const pages = new Hono<ServerEnv>()

  pages.post('/note', async (c) => {
    const { id, reason } = await readFields(c, { id: uuid, reason: note(MAX_REASON) })
    if (reason === '') return backTo(c, '/sandbox', 'unsaid')
    const noted = await transact(db, async (tx) => {
      const ended = await notePaidTwice(tx, id, clock.now())
      if (!ended) return null
      await recordOfMembers(tx, ended.transfers, {
        ...byOperator(c, app),
        kind: 'transfer-paid-twice-noted',
        subject: id,
        before: { transfer: ended.transfers.map((transfer) => transfer.id) },
        after: { reason },
      })
      return ended
    })
    return backTo(c, '/sandbox', noted ? 'noted' : 'decided')
  })

  return pages
}
