import { beforeAll, expect, test } from 'vitest'
import { HOUR, later } from '../clock.ts'
import { transact } from '../database/query.ts'
import { describeOnOne } from '../database/test-database.ts'
import { creditSuspected } from '../deposits/decide-suspected.ts'
import { receiveTransfer, type TransferReport } from '../deposits/receive-transfer.ts'
import { createLogger } from '../log.ts'
import { type TestServer, openTestServer, SETUP_TIMEOUT_MS } from '../modules/test-server.ts'
import { reportSuspectedTransfers } from './report-suspected-transfers.ts'

describeOnOne('a suspected duplicate', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  }, SETUP_TIMEOUT_MS)

  async function logged(): Promise<string[]> {
    const lines: string[] = []
    const log = createLogger('warn', (line) => lines.push(line))
    await reportSuspectedTransfers.work({ ...server.context, log }, reportSuspectedTransfers.name)
    return lines
  }

  test('is reported in the log until it is decided', async () => {
    const { id: memberId } = await server.newMember()
    const now = server.clock.now()
    const report = (named: Pick<TransferReport, 'bankReference' | 'ownReference'>) =>
      transact(server.db, (tx) =>
        receiveTransfer(
          tx,
          { source: 'feed', channel: 'KBANK', amount: 12_300, memberId, paidAt: later(now, -HOUR), ...named },
          { credits: true, now },
        ),
      )
    const credited = await report({ bankReference: null, ownReference: 'qr:TOLD' })
    expect(await logged()).toEqual([])
    const { outcome, transfer } = await report({
      bankReference: { bank: 'SCB', reference: 'TOLD1' },
      ownReference: null,
    })
    expect(outcome).toBe('suspected')
    expect((await logged()).map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', event: 'transfers-suspected', ids: [transfer.id], since: now.toISOString() },
    ])
    await transact(server.db, (tx) => creditSuspected(tx, transfer.id, [credited.transfer.id], now))
    expect(await logged()).toEqual([])
  })
})
