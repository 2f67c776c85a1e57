import { and, eq, ne } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { slips } from '../../database/schema/deposits.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { madeFor, slipIn, transfers } from '../../deposits/test-transfers.ts'
import { slipOf } from '../../providers/sandbox/transfer-book.ts'
import { programOf } from '../test-crash.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { bankReferenceOf } from './bank-reference.ts'

describeOnOne('the slips of a transfer that was credited', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  test.each([
    ['a code paid in time', 'channel'],
    ['a bank transfer', 'feed'],
    ['a code paid late', 'credited by hand'],
    ['a bank transfer', 'slip settled by hand'],
    ['a bank transfer', 'slip'],
  ])('%s, by %s: they get their outcome at once', async (name, way) => {
    const member = await server.newMember()
    const made = await transfers[name]!(server, member, 77)
    const program = programOf(server.context, member.request.token)
    if (way === 'credited by hand') {
      // Without a slip, which would credit it.
      await server.db.delete(slips).where(eq(slips.memberId, member.id))
      await made.report['channel']?.(program)
    }
    // Uploaded meanwhile, and examined while the bank did not know it.
    await slipIn(server, member.id, bankReferenceOf(slipOf(await madeFor(server, member))!))
    await made.report[way]?.(program)
    expect(await member.wallet()).toBe(7700)
    const unanswered = and(eq(slips.memberId, member.id), ne(slips.status, 'SUCCESS'))
    await expect.poll(() => server.db.$count(slips, unanswered)).toBe(0)
    await server.expectBalancedLedger()
  })
})
