import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import * as v from 'valibot'
import { activityKinds, listActivity } from '#api/contract/activity.ts'
import type { AuditKind } from '../../auth/audit-trail.ts'
import { describeDevice, maskAddress } from '../../auth/describe-device.ts'
import { isRowNumber } from '../../database/columns.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { ApiError } from '../../http/api-error.ts'
import { route, type Route } from '../../http/route.ts'

const PAGE = 20

/** Operators' decisions about a member's money are in the statement instead. */
const shown: readonly AuditKind[] = activityKinds

/** The part of an event's details that the member sees. */
const details = v.object({
  newDevice: v.optional(v.boolean()),
  times: v.optional(v.number()),
  bankAccountNo: v.nullish(v.string()),
})

export const routes: readonly Route[] = [
  route(listActivity, async ({ db, member, params: { before } }) => {
    if (before !== undefined && !isRowNumber(before)) throw new ApiError('KEY_INVALID')
    const rows = await db
      .select()
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.memberId, member.id),
          inArray(auditEvents.kind, shown),
          before === undefined ? undefined : lt(auditEvents.id, Number(before)),
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(PAGE + 1)
    const page = rows.slice(0, PAGE)
    return {
      events: page.map(({ id, kind, createdAt, userAgent, address, after }) => {
        const { newDevice, times, bankAccountNo } = v.parse(details, after ?? {})
        return {
          id: String(id),
          kind,
          createdAt: createdAt.toISOString(),
          ...describeDevice(userAgent ?? ''),
          place: maskAddress(address ?? ''),
          isNewDevice: newDevice,
          times,
          accountEnding: bankAccountNo?.slice(-4),
        }
      }),
      cursor: rows.length > PAGE ? String(page.at(-1)?.id) : undefined,
    }
  }),
]
