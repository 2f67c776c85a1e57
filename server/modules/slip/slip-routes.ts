import { and, eq, getTableColumns } from 'drizzle-orm'
import { listSlips } from '#api/contract/statement.ts'
import { getSlipLink } from '#api/contract/slip.ts'
import { uploadSlip } from '#api/contract/slip.ts'
import { incomingTransfers, slips } from '../../database/schema/deposits.ts'
import { ApiError, catchApiError } from '../../http/api-error.ts'
import { inPart, readPage } from '../../http/read-page.ts'
import { type Beforehand, route, type Route } from '../../http/route.ts'
import { fileLink } from '../../files/store.ts'
import { wireStatus } from '../statement/row-details.ts'
import { examineInTurn } from './examine-slip.ts'
import { storeSlip, takeSlip } from './slip-service.ts'

export const routes: readonly Route[] = [
  route(
    uploadSlip,
    async ({ app, db, member, afterCommit, onRollback }, stored) => {
      if (stored instanceof ApiError) throw stored
      onRollback(() => app.providers.files.remove(stored.name))
      const { reference, waiting } = await takeSlip(db, member.id, stored, app.clock.now())
      // Reading is slow, so the member does not wait for it.
      afterCommit(() => void examineInTurn(app, waiting))
      return { reference }
    },
    {
      prepare: ({ app, member, file }: Beforehand<typeof uploadSlip>) =>
        catchApiError(() => storeSlip(app, member.id, file)),
      failure: 'SLIP_UPLOAD_FAIL',
    },
  ),

  route(listSlips, async ({ db, member, body }) => {
    const mine = eq(slips.memberId, member.id)
    const page = await readPage({
      scope: ['slips', member.id],
      body,
      order: { createdAt: slips.createdAt, id: slips.id },
      count: () => db.$count(slips, mine),
      read: (part) =>
        inPart(
          db
            .select({ ...getTableColumns(slips), creditedAt: incomingTransfers.creditedAt })
            .from(slips)
            .leftJoin(incomingTransfers, eq(incomingTransfers.id, slips.transferId))
            .$dynamic(),
          mine,
          part,
        ),
    })
    return {
      total: page.total,
      cursor: page.cursor,
      slips: page.rows.map(({ createdAt, amount, status, note, filePath, reference, creditedAt }) => ({
        createdAt: createdAt.toISOString(),
        amount,
        status: wireStatus(status),
        note: note ?? '',
        link: fileLink(filePath),
        reference,
        ...(creditedAt && { creditedAt: creditedAt.toISOString() }),
      })),
    }
  }),

  route(getSlipLink, async ({ app, db, member, params }) => {
    const [slip] = await db
      .select({ filePath: slips.filePath })
      .from(slips)
      .where(and(eq(slips.reference, params.reference), eq(slips.memberId, member.id)))
    // Old pictures are deleted, but their rows stay.
    if (!slip || !(await app.providers.files.open(slip.filePath))) throw new ApiError('NO_DATA', 404)
    return { url: fileLink(slip.filePath) }
  }),
]
