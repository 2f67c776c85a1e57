import * as fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { rowsOf } from '../../database/query.ts'
import { describeOnOne } from '../../database/test-database.ts'

describeOnOne('the reward for a wallet', (open) => {
  let db: Database
  beforeAll(async () => {
    db = (await open()).db
  })

  const rewardOf = async (fixed: number, percent: number, max: number | null, wallet: number) => {
    const [row] = await rowsOf<{ reward: number }>(
      db,
      sql`select reward_of(${fixed}, ${percent}::numeric(7,2), ${max}, ${wallet}::bigint) as reward`,
    )
    return Number(row?.reward)
  }

  test('a percentage is rounded down to the satang', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(1e12), fc.integer({ min: 0, max: 10_000 }), async (wallet, hundredths) => {
        const reward = await rewardOf(0, hundredths / 100, null, wallet)
        const exact = BigInt(wallet) * BigInt(hundredths)
        expect(BigInt(reward) * 10_000n <= exact && exact < BigInt(reward + 1) * 10_000n).toBe(true)
      }),
    ))

  test('the fixed amount is added, and the maximum limits the percentage', async () => {
    expect(await rewardOf(100, 50, 30, 1_000)).toBe(130)
  })
})
