import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { DAY, later, MINUTE } from '../clock.ts'
import { transact } from '../database/query.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { type TestServer, openTestServer } from '../modules/test-server.ts'
import type { TransferReport } from './match-report.ts'
import { receiveTransfer } from './receive-transfer.ts'
import { transferReference } from './transfer-reference.ts'

const noon = new Date('2026-01-05T05:00:00Z')
/** 23:59:58 in Bangkok. */
const nearMidnight = new Date('2026-01-05T16:59:58Z')

test.each([
  [{ bank: 'SCB', reference: 'A1' }, noon, '014:A1:10050:2026-01-05'],
  [{ bank: '014', reference: 'A1' }, noon, '014:A1:10050:2026-01-05'],
  [{ bank: 'TTB', reference: 'A1' }, noon, '011:A1:10050:2026-01-05'],
  [{ bank: 'BCEL', reference: 'A1' }, noon, 'BCEL:A1:10050:2026-01-05'],
  [{ bank: null, reference: 'A1' }, noon, ':A1:10050:2026-01-05'],
  [{ bank: 'SCB', reference: 'A1' }, nearMidnight, '014:A1:10050:2026-01-05'],
  [{ bank: 'SCB', reference: 'A1' }, later(nearMidnight, 3000), '014:A1:10050:2026-01-06'],
])('%j at %s is %s', (named, paidAt, reference) => {
  expect(transferReference(named, { amount: 10_050, paidAt })).toBe(reference)
})

describeOnOne('recognising the same transfer', (open) => {
  let server: TestServer
  let one = ''
  let references = 0
  beforeAll(async () => {
    server = await openTestServer(open)
    one = await addMember(server.db)
  })

  const report = (more: Partial<TransferReport>): TransferReport => ({
    source: 'feed',
    channel: 'SCB',
    amount: 10_000,
    memberId: one,
    bankReference: { bank: 'KBANK', reference: `R${references}` },
    ownReference: null,
    paidAt: noon,
    ...more,
  })
  const receive = (given: TransferReport, credits = true) =>
    transact(server.db, (tx) => receiveTransfer(tx, given, { credits, now: server.clock.now() }))
  const outcomes = async (...given: Partial<TransferReport>[]) => {
    references += 1
    const told = []
    for (const more of given) told.push((await receive(report(more))).outcome)
    return told
  }
  const named = (bank: string | null) => ({ bankReference: { bank, reference: `R${references + 1}` } })

  test.each([1e15, 0, -10_000, 100.5, NaN])(
    'a report of %s satang is kept nowhere: no app could show the wallet, or the statement, with it',
    async (amount) => {
      const member = await server.newMember()
      const count = () => server.db.$count(incomingTransfers)
      const before = await count()
      for (const credits of [true, false]) {
        references += 1
        await expect(receive(report({ memberId: member.id, amount }), credits)).rejects.toThrow(RangeError)
      }
      expect(await count()).toBe(before)
      expect(await member.wallet()).toBe(0)
    },
  )

  test.each<[string, () => Partial<TransferReport>, 'repeated' | 'credited']>([
    ['told again', () => ({}), 'repeated'],
    ["by the bank's number", () => named('004'), 'repeated'],
    ['without its bank', () => named(null), 'repeated'],
    ['of another bank', () => named('SCB'), 'credited'],
    ['of a bank without a number', () => named('KASIKORN'), 'repeated'],
    ['an hour later the same day', () => ({ paidAt: later(noon, 60 * MINUTE) }), 'repeated'],
    ['on another day', () => ({ paidAt: later(noon, DAY) }), 'credited'],
    ['of another amount', () => ({ amount: 10_001 }), 'credited'],
    ['settled by hand, whatever was typed', () => ({ amount: 99, paidAt: null }), 'repeated'],
  ])('%s', async (_, other, outcome) => {
    expect(await outcomes({}, other())).toEqual(['credited', outcome])
  })

  test('two banks without numbers are two', async () => {
    expect(await outcomes(named('BCEL'), named('BCEL'), named('LDB'))).toEqual([
      'credited',
      'repeated',
      'credited',
    ])
  })

  test('after it was settled by hand, a bank report of any amount is the same transfer', async () => {
    expect(
      await outcomes(
        { paidAt: null, amount: 9_000 },
        {},
        {},
        { paidAt: later(noon, 5 * DAY) },
        { amount: 1 },
      ),
    ).toEqual(['credited', 'repeated', 'repeated', 'repeated', 'repeated'])
  })

  test('reports before and after midnight are one transfer', async () => {
    expect(await outcomes({ paidAt: nearMidnight }, { paidAt: later(nearMidnight, 4000) })).toEqual([
      'credited',
      'repeated',
    ])
  })

  test('a code paid twice is two transfers if the banks name them', async () => {
    const ownReference = 'qr:TWICE'
    const second = { bankReference: { bank: 'KBANK', reference: 'another' } }
    expect(
      await outcomes({ ownReference }, { ownReference, ...second }, { ownReference, bankReference: null }),
    ).toEqual(['credited', 'credited', 'repeated'])
  })

  test('a code’s payment, named by the bank for one report, is another one more than an hour apart', async () => {
    const ownReference = 'qr:APART'
    const unnamed = { ownReference, bankReference: null }
    expect(
      await outcomes(
        { ownReference },
        { ...unnamed, paidAt: later(noon, 60 * MINUTE) },
        { ...unnamed, paidAt: later(noon, 60 * MINUTE + 1) },
      ),
    ).toEqual(['credited', 'repeated', 'suspected'])
  })

  test('of a code that its channel reported first, a payment more than a minute later is another one', async () => {
    const paid = { amount: 12_345, ownReference: 'qr:AGAIN' }
    const unnamed = { ...paid, source: 'qr', bankReference: null } as const
    expect(
      await outcomes(
        unnamed,
        paid,
        { ...unnamed, paidAt: later(noon, MINUTE) },
        { ...unnamed, paidAt: later(noon, MINUTE + 1) },
      ),
    ).toEqual(['credited', 'repeated', 'repeated', 'suspected'])
  })

  test('reported first by the code and then by the bank, it is found by either', async () => {
    const ownReference = 'qr:ONCE'
    expect(
      await outcomes(
        { ownReference, bankReference: null, paidAt: null },
        { ownReference },
        {},
        { paidAt: null },
      ),
    ).toEqual(['credited', 'repeated', 'repeated', 'repeated'])
  })

  test('a transfer kept aside can be credited, to the member for whom it was kept', async () => {
    references += 1
    const other = await addMember(server.db)
    const first = await receive(report({}), false)
    expect(first).toMatchObject({ outcome: 'kept', transfer: { memberId: one, creditedAt: null } })
    expect(await receive(report({ memberId: other }))).toMatchObject({
      outcome: 'repeated',
      transfer: { memberId: one, creditedAt: null },
    })
    expect(await receive(report({}))).toMatchObject({ outcome: 'credited' })
    expect(await receive(report({ memberId: other }))).toMatchObject({ outcome: 'repeated' })
  })

  test('a transfer without a member becomes that of the first one named', async () => {
    references += 1
    expect(await receive(report({ memberId: null }))).toMatchObject({
      outcome: 'kept',
      transfer: { memberId: null },
    })
    const others = await Promise.all([addMember(server.db), addMember(server.db), addMember(server.db)])
    const told = await Promise.all(others.map((memberId) => receive(report({ memberId }))))
    expect(told.map(({ outcome }) => outcome).toSorted()).toEqual(['credited', 'repeated', 'repeated'])
    await server.expectBalancedLedger()
  })

  test("a transfer is found by the bank's reference, with or without the bank's name", async () => {
    const { rows } = await server.db.execute<{ indexdef: string }>(
      sql`select indexdef from pg_indexes where indexname = 'incoming_transfers_bank_reference'`,
    )
    expect(rows).toEqual([{ indexdef: expect.stringContaining('(bank_reference, sender_bank)') }])
  })

  test('a report without any reference is refused', async () => {
    await expect(receive(report({ bankReference: null }))).rejects.toThrow('without a reference')
  })

  test('one transfer is credited once, however complete each report is', { timeout: 120_000 }, async () => {
    const known = fc.record({
      bank: fc.constantFrom('KBANK', '004', null),
      code: fc.boolean(),
      time: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(known, { minLength: 2, maxLength: 5 }),
        fc.boolean(),
        async (reports, isAtOnce) => {
          references += 1
          const told = reports.map(({ code, time, ...of }) =>
            report({
              bankReference: { bank: of.bank, reference: `R${references}` },
              ownReference: code ? `qr:C${references}` : null,
              paidAt: time ? noon : null,
            }),
          )
          const outcomes: string[] = []
          const tell = async (given: TransferReport) => void outcomes.push((await receive(given)).outcome)
          if (isAtOnce) await Promise.all(told.map(tell))
          else for (const given of told) await tell(given)
          expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1)
        },
      ),
      { numRuns: 40, endOnFailure: true },
    )
  })
})
