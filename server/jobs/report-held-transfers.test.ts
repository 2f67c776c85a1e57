import { beforeAll, expect, test } from 'vitest'
import { HOUR, later } from '../clock.ts'
import { transact } from '../database/query.ts'
import { incomingTransfers, qrCodes } from '../database/schema/deposits.ts'
import { paidTwice } from '../database/schema/paid-twice.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { describeOnOne } from '../database/test-database.ts'
import { creditSuspected } from '../deposits/decide-suspected.ts'
import { notePaidTwice } from '../deposits/paid-twice.ts'
import type { TransferReport } from '../deposits/match-report.ts'
import { receiveTransfer } from '../deposits/receive-transfer.ts'
import { createLogger } from '../log.ts'
import { readQueues } from '../modules/health/queues.ts'
import { confirmQrPayment, creditLateQr, listLate } from '../modules/qrcode/qr-payment.ts'
import { noteContradicted } from '../modules/withdraw/contradicted-payouts.ts'
import { type TestServer, openTestServer } from '../modules/test-server.ts'
import { reportHeldTransfers } from './report-held-transfers.ts'

describeOnOne('money that waits for a person', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  async function logged(): Promise<string[]> {
    const lines: string[] = []
    const log = createLogger('warn', (line) => lines.push(line))
    await reportHeldTransfers.work({ ...server.context, log }, reportHeldTransfers.name)
    return lines
  }

  test('a suspected duplicate is reported in the log until it is decided', async () => {
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
    await transact(server.db, (tx) =>
      creditSuspected(tx, { id: transfer.id, memberId }, [credited.transfer.id], now),
    )
    expect(await logged()).toEqual([])
  })

  test('a transfer that was paid twice is reported in the log until staff note what became of it', async () => {
    const { id: memberId } = await server.newMember()
    const reportedAt = server.clock.now()
    const credited = { memberId, channel: '', source: 'feed', amount: 100, creditedAt: reportedAt } as const
    const sides = await server.db
      .insert(incomingTransfers)
      .values(['own', 'bank'].map((reference) => ({ ...credited, reference })))
      .returning()
    const [ownId = '', bankId = ''] = sides.map((side) => side.id)
    const [twice] = await server.db.insert(paidTwice).values({ ownId, bankId, reportedAt }).returning()
    const id = twice?.id ?? ''
    expect((await logged()).map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', event: 'transfers-paid-twice', ids: [id], since: reportedAt.toISOString() },
    ])
    await transact(server.db, (tx) => notePaidTwice(tx, id, reportedAt))
    expect(await logged()).toEqual([])
  })

  test('a late payment of a code is reported in the log and counted until it is credited', async () => {
    const { id: memberId } = await server.newMember()
    const at = server.clock.now()
    const reference = 'ENDED'
    await server.db.insert(qrCodes).values({
      memberId,
      channel: 'KBANK',
      amount: 10_000,
      reference,
      payload: '',
      status: 'cancelled',
      expiresAt: at,
    })
    const payment = { reference, amount: 7_000, paidAt: at, bankReference: null }
    await transact(server.db, (tx) => confirmQrPayment(tx, payment, at))
    const queue = async () => {
      const queues = await readQueues(server.db, later(at, HOUR))
      return queues.find(({ name }) => name === 'late-transfers')
    }
    const [late] = await listLate(server.db, 2)
    expect((await logged()).map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', event: 'transfers-late', ids: [late?.id], since: at.toISOString() },
    ])
    expect(await queue()).toEqual({ name: 'late-transfers', size: 1, oldest: 3600 })
    await transact(server.db, (tx) => creditLateQr(tx, reference, [late?.id ?? ''], at))
    expect(await logged()).toEqual([])
    expect(await queue()).toEqual({ name: 'late-transfers', size: 0, oldest: 0 })
  })

  test('a payout that the bank contradicts is reported in the log until staff note what became of it', async () => {
    const { id: memberId } = await server.newMember()
    const contradictedAt = server.clock.now()
    const account = { bankCode: '', bankAccountNo: '', bankAccountName: '' }
    const [payout] = await server.db
      .insert(withdrawals)
      .values({ memberId, amount: 100, ...account, status: 'refused', contradictedAt })
      .returning()
    const id = payout?.id ?? ''
    expect((await logged()).map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', event: 'payouts-contradicted', ids: [id], since: contradictedAt.toISOString() },
    ])
    await transact(server.db, (tx) => noteContradicted(tx, { id, contradictedAt }, contradictedAt))
    expect(await logged()).toEqual([])
  })
})
