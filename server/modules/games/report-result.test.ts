import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transfer } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { MINUTE } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { ledgerEntries } from '../../database/schema/ledger.ts'
import { playTimes } from '../../database/schema/limits.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { archiveBooks } from '../../ledger/archive/archive-books.ts'
import { LedgerError } from '../../ledger/call.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { type GameResult, reportResult } from './report-result.ts'

describeOnOne('a round that its provider reports again', (open) => {
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    server = await openTestServer(open)
    folder = await mkdtemp(join(tmpdir(), 'champa-rounds-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const report = (result: GameResult) =>
    transact(server.db, (tx) => reportResult(tx, result, server.clock.now()))

  /** Archives all entries, as if they were five months old. */
  async function archive() {
    const { db } = server
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table ledger_postings disable trigger user`)
      await tx.execute(sql`update ledger_postings set created_at = now() - interval '5 months'`)
      await tx.execute(sql`alter table ledger_postings enable trigger user`)
    })
    await archiveBooks({ db, folder, months: 2, now: new Date(), perFile: 1000 })
    expect(await db.$count(ledgerEntries)).toBe(0)
  }

  test.each(['with its entries', 'after they were archived'])(
    '%s is a repeat; another report is not',
    async (when) => {
      const member = await server.newMember({ wallet: 100_000 })
      await member.request(activateGame, { params: { slot: 'PG' } })
      await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 } })
      const result = { memberId: member.id, gameCode: 'PG', amount: -2_500, round: `of ${member.id}` }
      expect(await report(result)).toBe('posted')
      if (when === 'after they were archived') await archive()
      expect(await report(result)).toBe('repeated')
      await expect(report({ ...result, amount: -2_600 })).rejects.toThrow(LedgerError)
      const { id: memberId } = await server.newMember()
      await expect(report({ ...result, memberId })).rejects.toThrow(LedgerError)
      expect(await member.gameBalance('PG')).toBe(7_500)
      await server.expectBalancedLedger()
    },
  )

  test('and ended even is kept as play that moved nothing', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 } })
    const endOfPlay = async () => {
      const [row] = await server.db.select().from(playTimes).where(eq(playTimes.memberId, member.id))
      return row?.endsAt.getTime() ?? 0
    }
    const before = await endOfPlay()
    server.clock.advance(10 * MINUTE)
    const even = { memberId: member.id, gameCode: 'PG', amount: 0, round: `even of ${member.id}` }
    expect(await report(even)).toBe('posted')
    expect(await endOfPlay()).toBe(before + 10 * MINUTE)
    expect(await report(even)).toBe('repeated')
    await expect(report({ ...even, amount: -100 })).rejects.toThrow(LedgerError)
    expect(await member.gameBalance('PG')).toBe(10_000)
    await server.expectBalancedLedger()
  })
})
