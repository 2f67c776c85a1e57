import { and, eq, isNotNull } from 'drizzle-orm'
import { billPayment } from 'promptparse/validate'
import { beforeAll, expect, test } from 'vitest'
import { cancelQr, createQr, getQr } from '#api/contract/qrcode.ts'
import { listStatements } from '#api/contract/statement.ts'
import { DAY, HOUR, later, MINUTE } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { rateLimits } from '../../database/schema/access.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { incomingTransfers, qrCodes } from '../../database/schema/deposits.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { creditForm } from '../../deposits/test-transfers.ts'
import { type TestServer, openTestServer, refused, type TestMember } from '../test-server.ts'
import { confirmQrPayment } from './qr-payment.ts'

const KBANK = { code: 'KBANK' }

describeOnOne('QR deposits', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  async function created(member: TestMember, amount = 100) {
    const { body } = await member.request(createQr, { params: KBANK, body: { amount } })
    if (!body.hasQrcode) throw new Error('No QR came')
    const [row] = await server.db.select().from(qrCodes).where(eq(qrCodes.id, body.qrcodeId))
    if (!row) throw new Error('The QR is not stored')
    return { ...body, row, reference: row.reference }
  }
  const pay = ({ reference }: { reference: string }) => server.submitForm('/qr/pay', { reference })
  const latest = async ({ request }: TestMember) =>
    (await request(listStatements, { body: { page: 1, limit: 10 } })).body.statements

  test('a code contains the amount and a one-time reference that a bank can read', async () => {
    const member = await server.newMember()
    const qr = await created(member, 123.45)
    expect(qr.amount).toBe(123.45)
    expect(qr.qrcode).toMatch(/^<svg/u)
    expect(qr.expireIn).toBe(server.clock.now().getTime() + 10 * MINUTE)
    expect(billPayment(qr.row.payload)).toMatchObject({ amount: 123.45, ref1: qr.reference, ref2: 'KBANK' })
    expect(qr.row.payload).toContain('010212')
    expect(await member.request(getQr, { params: KBANK })).toMatchObject({ body: { qrcodeId: qr.qrcodeId } })
  })

  test('a paid code is credited once, with an event', async () => {
    const member = await server.newMember()
    const qr = await created(member)
    expect((await pay(qr)).to).toBe('/sandbox?flash=paid')
    expect((await pay(qr)).to).toBe('/sandbox?flash=repeated')
    expect(await member.wallet()).toBe(10_000)
    expect(server.events).toContainEqual({ memberId: member.id, reason: 'deposit' })
    expect((await member.request(getQr, { params: KBANK })).body).toMatchObject({ hasQrcode: false })
    expect(await latest(member)).toMatchObject([
      { statementType: 'deposit', from: 'KBANK', to: 'WALLET', amount: 100, status: 'SUCCESS' },
    ])
    expect(await latest(member)).toMatchObject([{ qrcodeId: qr.qrcodeId }])
  })

  test('simultaneous reports of a payment count once', async () => {
    const member = await server.newMember()
    const qr = await created(member)
    await Promise.all([pay(qr), pay(qr), pay(qr), pay(qr)])
    expect(await member.wallet()).toBe(10_000)
    await server.expectBalancedLedger()
  })

  test('only one code is open at a time: creating another returns it', async () => {
    const member = await server.newMember()
    const first = await created(member, 100)
    const second = await created(member, 500)
    expect(second).toMatchObject({ qrcodeId: first.qrcodeId, amount: 100 })
    const other = await member.request(createQr, { params: { code: 'FP' }, body: { amount: 100 } })
    expect(other.body).toMatchObject({ hasQrcode: true })
  })

  test('the channels are asked for thirty codes an hour', async () => {
    const member = await server.newMember()
    const ask = () => member.request(createQr, { params: KBANK, body: { amount: 100 } })
    const cancel = () =>
      server.db.update(qrCodes).set({ status: 'cancelled' }).where(eq(qrCodes.memberId, member.id))
    expect((await ask()).status).toBe(200)
    await cancel()
    const counted = and(eq(rateLimits.key, `qr-code:${member.id}`), eq(rateLimits.count, 1))
    await server.db.update(rateLimits).set({ count: 29 }).where(counted)
    // The second time the code that waits is shown, which asks no channel.
    for (const _ of [30, 30]) expect((await ask()).status).toBe(200)
    await cancel()
    expect(await ask()).toMatchObject(refused('REQUEST_LIMIT', 429))
    server.clock.advance(HOUR)
    expect((await ask()).status).toBe(200)
  })

  test('an expired code is gone, and late money is kept aside until staff decide', async () => {
    const member = await server.newMember()
    const qr = await created(member)
    server.clock.advance(10 * MINUTE)
    expect((await member.request(getQr, { params: KBANK })).body).toMatchObject({ hasQrcode: false })
    expect((await pay(qr)).to).toBe('/sandbox?flash=late')
    expect(await member.wallet()).toBe(0)
    expect(await latest(member)).toMatchObject([
      { statementType: 'deposit', status: 'PROCESSING', amount: 100 },
    ])

    const cancelled = await member.request(cancelQr, { params: { qrcodeId: qr.qrcodeId } })
    expect(cancelled).toMatchObject(refused('QR_FAIL'))
    const { reference } = qr
    const form = await creditForm(server, reference)
    expect((await server.submitForm('/qr/credit', form)).to).toContain('/sandbox?flash=credited&transfer=')
    expect((await server.submitForm('/qr/credit', form)).to).toBe('/sandbox?flash=decided')
    expect((await pay(qr)).to).toBe('/sandbox?flash=repeated')
    expect(await member.wallet()).toBe(10_000)
    expect(await latest(member)).toMatchObject([{ statementType: 'deposit', status: 'SUCCESS' }])
    await server.expectBalancedLedger()
  })

  test('of two transfers for one code the second is kept aside, also after repeated reports of the first', async () => {
    const member = await server.newMember()
    const { row, reference } = await created(member)
    const paidBy = (bankReference: string) => {
      const paidAt = server.clock.now()
      const named = { bank: 'SCB', reference: `${reference}${bankReference}` }
      const payment = { reference, amount: row.amount, paidAt, bankReference: named }
      return transact(server.db, (tx) => confirmQrPayment(tx, payment, paidAt))
    }
    expect(await paidBy('A')).toMatchObject({ outcome: 'credited' })
    expect(await paidBy('B')).toMatchObject({ outcome: 'late' })
    for (const again of ['A', 'B']) expect(await paidBy(again)).toMatchObject({ outcome: 'repeated' })
    expect(await member.wallet()).toBe(10_000)
    const form = await creditForm(server, reference)
    expect((await server.submitForm('/qr/credit', form)).to).toContain('/sandbox?flash=credited&transfer=')
    expect((await server.submitForm('/qr/credit', form)).to).toBe('/sandbox?flash=decided')
    expect(await member.wallet()).toBe(20_000)
    expect((await latest(member)).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS'])
    await server.expectBalancedLedger()
  })

  test('of late payments without the bank’s reference the first that was reported is credited, and its amount is in the trail', async () => {
    const member = await server.newMember()
    const { reference } = await created(member)
    const start = server.clock.now()
    const paid = (amount: number, minutes: number) =>
      transact(server.db, (tx) => {
        const at = later(start, minutes * MINUTE)
        return confirmQrPayment(tx, { reference, amount, paidAt: at, bankReference: null }, at)
      })
    // Stored in another order.
    for (const [amount, minutes] of [
      [7_000, 2],
      [5_000, 1],
      [6_000, 3],
    ] as const)
      expect(await paid(amount, minutes)).toMatchObject({ outcome: 'late' })
    const form = await creditForm(server, reference)
    expect((await server.submitForm('/qr/credit', { reference })).to).toBe('/sandbox?flash=decided')
    expect((await server.submitForm('/qr/credit', form)).to).toContain('/sandbox?flash=credited&transfer=')
    expect(await member.wallet()).toBe(5_000)
    const rows = await server.db
      .select({ id: incomingTransfers.id, amount: incomingTransfers.amount })
      .from(incomingTransfers)
      .where(and(eq(incomingTransfers.memberId, member.id), isNotNull(incomingTransfers.creditedAt)))
    const events = await server.db
      .select({ memberId: auditEvents.memberId, after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, reference), eq(auditEvents.kind, 'late-payment-credited')))
    expect(events).toEqual([{ memberId: member.id, after: { amount: 5_000, transfer: rows[0]?.id } }])
    await server.expectBalancedLedger()
  })

  test('after a code expired, a new one can be created', async () => {
    const member = await server.newMember()
    const first = await created(member)
    await server.submitForm('/qr/expire', { reference: first.reference })
    expect((await created(member, 200)).qrcodeId).not.toBe(first.qrcodeId)
  })

  test('money that came in time is credited when it is reported late, also after the member has asked for another code', async () => {
    const member = await server.newMember()
    const first = await created(member)
    const paidAt = server.clock.now()
    server.clock.advance(10 * MINUTE)
    const second = await created(member, 200)
    expect(second.qrcodeId).not.toBe(first.qrcodeId)
    const { reference, row } = first
    const report = { reference, amount: row.amount, paidAt, bankReference: null }
    const told = () => transact(server.db, (tx) => confirmQrPayment(tx, report, server.clock.now()))
    expect(await told()).toMatchObject({ outcome: 'credited' })
    expect(await told()).toMatchObject({ outcome: 'repeated' })
    expect(await member.wallet()).toBe(10_000)
    // The other one waits as before.
    expect((await member.request(getQr, { params: KBANK })).body).toMatchObject({ qrcodeId: second.qrcodeId })
    await server.expectBalancedLedger()
  })

  test.each([
    ['credited', DAY - 1],
    ['late', DAY],
  ])(
    'money that came in time is %s when it is reported %d ms after the end of its code, which was replaced',
    async (outcome, ms) => {
      const member = await server.newMember()
      const { reference, row } = await created(member)
      const paidAt = server.clock.now()
      server.clock.advance(10 * MINUTE)
      await created(member, 200)
      const report = { reference, amount: row.amount, paidAt, bankReference: null }
      const told = await transact(server.db, (tx) => confirmQrPayment(tx, report, later(row.expiresAt, ms)))
      expect(told).toMatchObject({ outcome })
      expect(await member.wallet()).toBe(outcome === 'credited' ? 10_000 : 0)
    },
  )

  test('only its owner can cancel a code, and not after it was paid', async () => {
    const member = await server.newMember()
    const stranger = await server.newMember()
    const qr = await created(member)
    const params = { qrcodeId: qr.qrcodeId }
    expect(await stranger.request(cancelQr, { params })).toMatchObject(refused('QR_FAIL'))
    const told = () => server.events.filter(({ memberId }) => memberId === member.id)
    expect(told()).toEqual([])
    expect((await member.request(cancelQr, { params })).status).toBe(200)
    expect((await member.request(getQr, { params: KBANK })).body).toMatchObject({ hasQrcode: false })
    // The member's other tabs and phones are told once.
    expect((await member.request(cancelQr, { params })).status).toBe(200)
    expect(told()).toEqual([{ memberId: member.id, reason: 'deposit' }])

    const paid = await created(member)
    await pay(paid)
    const again = await member.request(cancelQr, { params: { qrcodeId: paid.qrcodeId } })
    expect(again).toMatchObject(refused('QR_FAIL'))
  })

  test.each([
    ['KBANK', 0.99, 'QR_FAIL'],
    ['KBANK', 0, 'KEY_INVALID'],
    ['KBANK', -5, 'KEY_INVALID'],
    ['KBANK', 0.001, 'KEY_INVALID'],
    ['KBANK', 1e20, 'KEY_INVALID'],
    ['KBANK', 100_000.01, 'QR_FAIL'],
    ['WW', 99.99, 'QR_FAIL'],
    ['PAYTIMZ', 9.99, 'QR_FAIL'],
    ['PAYONEX', 99, 'QR_FAIL'],
    ['FP', 9, 'QR_FAIL'],
    ['BITCOIN', 100, 'QR_FAIL'],
  ])('%s refuses %d baht', async (code, amount, message) => {
    const member = await server.newMember()
    expect(await member.request(createQr, { params: { code }, body: { amount } })).toMatchObject(
      refused(message),
    )
  })

  test('a refused amount comes with the limits', async () => {
    const member = await server.newMember()
    const request = (amount: number) =>
      member.request(createQr, { params: { code: 'KBANK' }, body: { amount } })
    const limits = { message: 'QR_FAIL', minimum: 1, maximum: 100_000 }
    expect((await request(100_000.01)).body).toEqual({ ...limits, reason: 'above-maximum' })
    expect((await request(0.99)).body).toEqual({ ...limits, reason: 'below-minimum' })
  })

  test.each([
    ['KBANK', 1],
    ['WW', 100],
    ['PAYTIMZ', 10],
    ['PAYONEX', 100],
    ['FP', 10],
  ])('%s accepts its minimum of %d baht and credits it', async (code, amount) => {
    const member = await server.newMember()
    const { body } = await member.request(createQr, { params: { code }, body: { amount } })
    if (!body.hasQrcode) throw new Error('No QR came')
    const [row] = await server.db.select().from(qrCodes).where(eq(qrCodes.id, body.qrcodeId))
    expect(billPayment(row?.payload ?? '')).toMatchObject({ amount, ref2: code })
    await pay({ reference: row?.reference ?? '' })
    expect(await member.wallet()).toBe(amount * 100)
  })

  test('PAYTIMZ accepts amounts from its configured minimum', async () => {
    const own = await openTestServer(open, { PAYTIMZ_MINIMUM: '1.50' })
    const { request } = await own.newMember()
    const create = (amount: number) => request(createQr, { params: { code: 'PAYTIMZ' }, body: { amount } })
    expect(await create(1.49)).toMatchObject(refused('QR_FAIL'))
    expect((await create(1.5)).body).toMatchObject({ hasQrcode: true, amount: 1.5 })
  })

  test.each([99.99, 100.01])(
    '%d baht paid for a code of 100 are kept aside until staff decide',
    async (baht) => {
      const member = await server.newMember()
      const { reference } = await created(member, 100)
      const paidAt = server.clock.now()
      const payment = { reference, amount: Math.round(baht * 100), paidAt, bankReference: null }
      const told = await transact(server.db, (tx) => confirmQrPayment(tx, payment, paidAt))
      expect(told).toMatchObject({ outcome: 'late' })
      expect(await member.wallet()).toBe(0)
      expect(await latest(member)).toMatchObject([{ status: 'PROCESSING', amount: baht }])
    },
  )

  test('the site’s own minimum is that of its own account, and the largest amount is allowed itself', async () => {
    const ask = async (code: string, amount: number) =>
      (await (await server.newMember()).request(createQr, { params: { code }, body: { amount } })).body
    const rules = await readSetting(server.db, 'qr')
    await writeSetting(server.db, 'qr', { ...rules, min: 5_000 })
    expect(await ask('KBANK', 49.99)).toMatchObject({ message: 'QR_FAIL', minimum: 50 })
    expect(await ask('KBANK', 50)).toMatchObject({ amount: 50 })
    expect(await ask('FP', 10)).toMatchObject({ amount: 10 })
    await writeSetting(server.db, 'qr', rules)
    for (const code of ['KBANK', 'FP']) expect(await ask(code, 100_000)).toMatchObject({ amount: 100_000 })
  })

  test('a failing channel creates no code', async () => {
    const member = await server.newMember()
    server.context.providers.sandbox?.switches.toggle('qr:KBANK')
    const answer = await member.request(createQr, { params: KBANK, body: { amount: 100 } })
    expect(answer).toMatchObject(refused('QR_FAIL'))
    expect((await member.request(getQr, { params: KBANK })).body).toMatchObject({ hasQrcode: false })
  })
})
