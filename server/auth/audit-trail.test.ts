import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { databaseError, transact } from '../database/query.ts'
import { auditEvents } from '../database/schema/audit.ts'
import { describeOnOne } from '../database/test-database.ts'
import { record } from './audit-trail.ts'

describeOnOne('the audit trail', (open) => {
  let db: Database

  beforeAll(async () => {
    db = (await open()).db
    await record(db, { kind: 'password-changed', at: new Date(), actor: 'member', memberId: 'SOMEBODY' })
  })

  test.each([
    ['changes a row', () => sql`update audit_events set member_id = 'ANOTHER'`],
    ['changes no row', () => sql`update audit_events set member_id = 'ANOTHER' where false`],
    ['takes a row away', () => sql`delete from audit_events`],
    ['empties the table', () => sql`truncate audit_events`],
    ['empties it in passing', () => sql`truncate audit_events, settings cascade`],
  ])('is not for plain SQL that %s', async (_, statement) => {
    const error = await db.execute(statement()).then(
      () => undefined,
      (thrown: unknown) => databaseError(thrown),
    )
    expect(error?.code).toBe('AU000')
    const rows = await db.select({ memberId: auditEvents.memberId }).from(auditEvents)
    expect(rows).toEqual([{ memberId: 'SOMEBODY' }])
  })

  test('has no event of a rolled-back transaction', async () => {
    const undone = transact(db, async (tx) => {
      await record(tx, { kind: 'signed-out', at: new Date(), actor: 'member', memberId: 'UNDONE' })
      throw new Error('broken off')
    })
    await expect(undone).rejects.toThrow('broken off')
    const rows = await db.select({ kind: auditEvents.kind }).from(auditEvents)
    expect(rows).toEqual([{ kind: 'password-changed' }])
  })

  test('keeps the device id without the signatures', async () => {
    const { db: own } = await open()
    const device = 'd'.repeat(22)
    const from = (deviceCookie: string, userAgent: string) => ({
      address: '10.0.0.1',
      deviceCookie,
      userAgent,
    })
    const event = { kind: 'signed-out', at: new Date(0), actor: 'member' } as const
    await record(own, { ...event, from: from(`${device}.${'s'.repeat(22)}`, 'Firefox/1') })
    await record(own, { ...event, from: from('<anything>', '') })
    const rows = await own.select().from(auditEvents).orderBy(auditEvents.id)
    expect(rows).toMatchObject([
      { device, userAgent: 'Firefox/1', address: '10.0.0.1', createdAt: new Date(0) },
      { device: null, userAgent: null },
    ])
  })
})
