import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../database/query.ts'
import { incomingTransfers, slips } from '../../database/schema/deposits.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { type TestServer, openTestServer, type TestMember } from '../test-server.ts'
import { decideSlip, type SlipVerdict } from './decide-slip.ts'

const named = ({ bankReference }: { bankReference: string | null }) => bankReference?.split(':')[1] ?? ''

const decision = fc.record({
  slip: fc.nat(5),
  verdict: fc.oneof(
    fc.integer({ min: 1, max: 500_000 }).map((amount): SlipVerdict => ({ status: 'SUCCESS', amount })),
    fc.constant<SlipVerdict>({ status: 'FAILED', note: 'NOT_MATCH' }),
  ),
})

describeOnOne('slips of the same transfers', (open) => {
  let server: TestServer
  let members: TestMember[]
  beforeAll(async () => {
    server = await openTestServer(open)
    members = await Promise.all([server.newMember(), server.newMember(), server.newMember()])
  })

  async function uploaded(owners: readonly number[], transfers: readonly number[]): Promise<string[]> {
    const run = randomUUID()
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    const rows = owners.map((owner, at) => ({
      memberId: members[owner]?.id ?? '',
      reference: randomUUID(),
      bankReference: `014:${run}${transfers[at]}`,
      ...file,
    }))
    await server.db.insert(slips).values(rows)
    return rows.map(({ reference }) => reference)
  }

  test(
    'each transfer pays once, and the wallets hold just what was credited',
    { timeout: 120_000 },
    async () => {
      const wallets = async () =>
        (await Promise.all(members.map((member) => member.wallet()))).reduce((sum, one) => sum + one, 0)
      const six = (max: number) => fc.array(fc.nat(max), { minLength: 6, maxLength: 6 })
      const rounds = fc.array(fc.array(decision, { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 5,
      })
      await fc.assert(
        fc.asyncProperty(six(2), six(2), rounds, async (owners, transfers, decisions) => {
          const before = await wallets()
          const references = await uploaded(owners, transfers)
          for (const together of decisions)
            await Promise.all(
              together.map(({ slip, verdict }) =>
                transact(server.db, (tx) =>
                  decideSlip(tx, references[slip] ?? '', verdict, server.clock.now()),
                ),
              ),
            )
          const rows = await server.db.select().from(slips).where(inArray(slips.reference, references))
          const paid = rows.filter(({ status }) => status === 'SUCCESS')
          // Slips of one member may become one deposit, those of two members not; a transfer is never deposited twice.
          const deposits = await server.db
            .select()
            .from(incomingTransfers)
            .where(inArray(incomingTransfers.bankReference, paid.map(named)))
          expect(new Set(paid.map(({ bankReference }) => bankReference)).size).toBe(deposits.length)
          for (const slip of paid)
            expect(deposits).toContainEqual(
              expect.objectContaining({ id: slip.transferId, memberId: slip.memberId, amount: slip.amount }),
            )
          expect(await wallets()).toBe(before + deposits.reduce((sum, { amount }) => sum + amount, 0))
          await server.expectBalancedLedger()
        }),
        { numRuns: 15 },
      )
    },
  )
})
