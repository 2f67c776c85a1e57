import { and, eq, isNotNull, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { createQr, getQr } from '#api/contract/qrcode.ts'
import { listSlips, listStatements } from '#api/contract/statement.ts'
import { uploadSlip } from '#api/contract/slip.ts'
import { DAY, SECOND } from '../clock.ts'
import type { Connection, Transaction } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { incomingTransfers, qrCodes, slips } from '../database/schema/deposits.ts'
import { members } from '../database/schema/members.ts'
import { describeOnEach, isDrawnInFull } from '../database/test-database.ts'
import { FaultInjector } from '../database/test-fault-injection.ts'
import { auditLedger } from '../ledger/audit.ts'
import { bankReferenceOf } from '../modules/slip/bank-reference.ts'
import { confirmQrPayment } from '../modules/qrcode/qr-payment.ts'
import { decideSlip } from '../modules/slip/decide-slip.ts'
import { examineSlip, examineSlipsOf } from '../modules/slip/examine-slip.ts'
import { faultyProgram, type TestProgram, programOf } from '../modules/test-crash.ts'
import { type TestServer, openTestServer, type TestMember } from '../modules/test-server.ts'
import type { QrPayment } from '../providers/qr.ts'
import { makeTransfer, reportOf, slipOf } from '../providers/sandbox/transfer-book.ts'
import { receiveFromFeed } from './bank-feed.ts'
import { receiveTransfer } from './receive-transfer.ts'
import {
  anotherBySuspicion,
  madeFor,
  type MadeTransfer,
  phoneOf,
  sameBySuspicion,
  slipIn,
  suspectedOf,
  transfers,
} from './test-transfers.ts'
import { qrOwnReference } from './transfer-reference.ts'

const LONG = process.env['LONG'] === '1'
const LIMIT = LONG ? 30 * 60_000 : 120_000

/** Throws unless a transaction waits for an advisory lock. */
async function findWaitingLock({ db }: TestServer): Promise<void> {
  const { rows } = await db.execute(sql`select from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
  if (rows.length === 0) throw new Error('Nobody waits')
}

describeOnEach('a transfer is credited once', (open, kind) => {
  /** How many cases are drawn, on an engine that draws all of them and on one that does not. */
  const runs = (all: number, few: number) => (isDrawnInFull(kind) ? all : few)
  let server: TestServer
  let connection: Connection
  beforeAll(async () => {
    server = await openTestServer(async () => (connection = await open()))
  })

  /** Checks that the wallet, the incoming transfers and the statement have it once, and that the ledger balances. */
  async function expectOnce(
    member: TestMember,
    { amount, decide }: MadeTransfer,
    said: string,
  ): Promise<void> {
    await decide?.(programOf(server.context, member.request.token))
    const credited = await server.db
      .select({ amount: incomingTransfers.amount })
      .from(incomingTransfers)
      .where(and(eq(incomingTransfers.memberId, member.id), isNotNull(incomingTransfers.creditedAt)))
    expect([await member.wallet(), credited], said).toEqual([amount, [{ amount }]])
    const { statements } = (await member.request(listStatements, { body: { page: 1, limit: 10 } })).body
    expect(statements, said).toMatchObject([{ statementType: 'deposit', status: 'SUCCESS' }])
    expect(await auditLedger(server.db, { memberIds: [member.id] })).toEqual([])
    // A waiting slip is examined again every minute, and is then found to be that deposit.
    await examineSlipsOf(server.context, member.id)
    const shown = await server.db.select().from(slips).where(eq(slips.memberId, member.id))
    for (const slip of shown) expect([slip.status, slip.amount], said).toEqual(['SUCCESS', amount])
    const codes = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
    for (const code of codes) expect(code.status, said).toBe('paid')
  }

  test.each(Object.keys(transfers))('%s, reported in every order', { timeout: LIMIT }, async (name) => {
    const order = (ways: number) =>
      fc.shuffledSubarray(
        Array.from({ length: ways }, (_, at) => at),
        { minLength: ways },
      )
    await fc.assert(
      fc.asyncProperty(order(4), fc.array(fc.nat(3), { maxLength: 4 }), async (first, again) => {
        const member = await server.newMember()
        const made = await transfers[name]!(server, member, 77)
        const ways = Object.entries(made.report)
        const program = programOf(server.context, member.request.token)
        const told = [...first, ...again].filter((at) => at < ways.length)
        for (const at of told) await ways[at]?.[1](program)
        expect(await member.wallet()).toBe(made.amount)
        await expectOnce(member, made, told.map((at) => ways[at]?.[0]).join(', '))
      }),
      {
        numRuns: LONG ? 200 : runs(12, 4),
        examples: [
          [[0, 1, 2, 3], []],
          [[3, 2, 1, 0], []],
          [[1, 0, 3, 2], [0]],
        ],
      },
    )
  })

  test.each(Object.keys(transfers))('%s, reported in every way at once', { timeout: LIMIT }, async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }), async (more) => {
        const member = await server.newMember()
        const made = await transfers[name]!(server, member, 77)
        const ways = Object.values(made.report)
        const program = programOf(server.context, member.request.token)
        await Promise.all([...ways.keys(), ...more].map(async (at) => ways[at]?.(program)))
        // A manual credit, or the repeat of a refused report, may have come too early to have an effect.
        for (const way of ways) await way(program)
        expect(await member.wallet()).toBe(made.amount)
        await expectOnce(member, made, name)
      }),
      { numRuns: LONG ? 100 : runs(5, 2) },
    )
  })

  test.each(Object.keys(transfers))(
    '%s, reported in one way that is interrupted and then in another',
    { timeout: LIMIT },
    async (name) => {
      const pair = fc.record({
        first: fc.nat(3),
        next: fc.nat(3),
        at: fc.integer({ min: 1, max: 25 }),
        once: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(pair, fc.boolean(), async ({ first, next, at, once }, isLastBroken) => {
          const member = await server.newMember()
          const made = await transfers[name]!(server, member, 77)
          const ways = Object.values(made.report)
          const whole = programOf(server.context, member.request.token)
          const [one, other] = [ways[first % ways.length]!, ways[next % ways.length]!]
          const broken = async (way: (program: TestProgram) => Promise<unknown>) => {
            const faulty = faultyProgram(
              server.context,
              connection,
              member.request.token,
              new FaultInjector(at, once),
            )
            await way(faulty).catch(() => {})
            await new Promise(setImmediate)
            await faulty.close()
          }
          if (isLastBroken) {
            await one(whole)
            await broken(other)
          } else {
            await broken(one)
            await other(whole)
          }
          expect([0, made.amount]).toContain(await member.wallet())
          for (const way of [...ways, ...ways]) await way(whole)
          await expectOnce(member, made, name)
        }),
        { numRuns: LONG ? 150 : runs(8, 3) },
      )
    },
  )

  const toldBoth = async (member: TestMember, ways: [() => Promise<unknown>, () => Promise<unknown>]) => {
    for (const way of ways) await way()
    expect(await member.wallet()).toBe(7700)
    const { statements } = (await member.request(listStatements, { body: { page: 1, limit: 10 } })).body
    expect(statements).toHaveLength(1)
  }
  async function upload(member: TestMember, owner = member) {
    const made = await madeFor(server, owner)
    const picture = await server.app.request(`/sandbox/slips/picture/${bankReferenceOf(slipOf(made)!)}.png`)
    const file = new File([await picture.arrayBuffer()], 'slip.png')
    const { reference } = (await member.request(uploadSlip, { file })).body
    return async () =>
      (await member.request(listSlips, { body: { page: 1, limit: 10 } })).body.slips.find(
        (slip) => slip.reference === reference,
      )
  }
  /** Uploads the slip's picture as the app does; returns its status after it was examined. */
  async function uploadedToWait(member: TestMember) {
    const look = await upload(member)
    const read = async () =>
      (await server.db.select().from(slips).where(eq(slips.memberId, member.id))).every(
        ({ bankReference }) => bankReference !== null,
      )
    await expect.poll(read, { timeout: 60_000 }).toBe(true)
    await examineSlipsOf(server.context, member.id)
    return look
  }
  async function codeBy(member: TestMember, channel: QrChannel) {
    await member.request(createQr, { params: { code: channel }, body: { amount: 77 } })
    const mine = and(eq(qrCodes.memberId, member.id), eq(qrCodes.channel, channel))
    const [row] = await server.db.select().from(qrCodes).where(mine)
    return row?.reference ?? ''
  }
  /** Uploads the slip's picture as the app does, and waits until it was examined. */
  async function uploaded(member: TestMember, owner = member) {
    const look = await upload(member, owner)
    await expect.poll(async () => (await look())?.status, { timeout: 60_000 }).not.toBe('PROCESSING')
    return look()
  }

  test.each([
    ['first', true],
    ['afterwards', false],
  ])('a transfer reported by the bank, its slip uploaded %s', { timeout: LIMIT }, async (_, isSlipFirst) => {
    const member = await server.newMember()
    await server.submitForm('/transfers', {
      phone: await phoneOf(server, member),
      amount: '77',
      told: 'later',
    })
    const { id } = await madeFor(server, member)
    const feed = () => server.submitForm('/transfers/tell', { id })
    const slip = async () => {
      const shown = await uploaded(member)
      expect(shown).toMatchObject({ status: 'SUCCESS', amount: 77, note: '' })
      expect(shown?.creditedAt).toBe(server.clock.now().toISOString())
    }
    await toldBoth(member, isSlipFirst ? [slip, feed] : [feed, slip])
  })

  test.each([
    ['first', true],
    ['afterwards', false],
  ])('a paid code, its slip uploaded %s', { timeout: LIMIT }, async (_, isSlipFirst) => {
    const member = await server.newMember()
    const stranger = await server.newMember()
    await codeBy(member, 'PAYTIMZ')
    const reference = await codeBy(member, 'KBANK')
    await server.submitForm('/qr/pay', { reference, told: 'later' })
    const channel = () => server.submitForm('/qr/pay', { reference })
    const slip = async () => expect(await uploaded(member)).toMatchObject({ status: 'SUCCESS', amount: 77 })
    expect(await uploaded(stranger, member)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
    await toldBoth(member, isSlipFirst ? [slip, channel] : [channel, slip])
    expect((await member.request(getQr, { params: { code: 'KBANK' } })).body).toEqual({ hasQrcode: false })
    expect((await member.request(getQr, { params: { code: 'PAYTIMZ' } })).body).toMatchObject({
      hasQrcode: true,
    })
    expect(await stranger.wallet()).toBe(0)
  })

  test.each([
    ['names the bank’s reference', true],
    ['leaves it out', false],
  ])(
    'a code collected at no account of the list: its slip waits for the channel, which %s',
    { timeout: LIMIT },
    async (_, namesBank) => {
      const member = await server.newMember()
      const reference = await codeBy(member, 'PAYTIMZ')
      await server.submitForm('/qr/pay', { reference, told: 'later' })
      const { id, bankReference } = await madeFor(server, member)
      const look = await uploadedToWait(member)
      expect(await look()).toMatchObject({ status: 'PROCESSING' })
      expect(await member.wallet()).toBe(0)
      await server.submitForm('/transfers/tell', { id, ...(namesBank ? {} : { by: 'channel' }) })
      expect(await member.wallet()).toBe(7700)
      const shown = { status: 'SUCCESS', amount: 77, note: '', creditedAt: server.clock.now().toISOString() }
      expect(await look()).toMatchObject(shown)
      // Uploaded after the deposit, it shows the same one.
      expect(await uploaded(member)).toMatchObject(shown)
      expect(await member.wallet()).toBe(7700)
      const known = await server.db
        .select()
        .from(incomingTransfers)
        .where(eq(incomingTransfers.memberId, member.id))
      expect(known).toMatchObject([{ bankReference: namesBank ? bankReference : null }])
      const stranger = await server.newMember()
      expect(await uploaded(stranger, member)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
      expect(await stranger.wallet()).toBe(0)
    },
  )

  test.each(['PAYTIMZ', 'KBANK'] as const)(
    "one's own bill, paid under the reference of a %s code that nobody paid, credits nothing",
    { timeout: LIMIT },
    async (channel) => {
      const member = await server.newMember()
      const reference = await codeBy(member, channel)
      await makeTransfer(server.db, {
        memberId: member.id,
        channel,
        amount: 7700,
        toAccount: '9990000001',
        ownReference: qrOwnReference(reference),
        paidAt: server.clock.now(),
      })
      const look = await uploadedToWait(member)
      expect(await look()).toMatchObject({ status: 'PROCESSING' })
      expect(await member.wallet()).toBe(0)
      const known = eq(incomingTransfers.memberId, member.id)
      expect(await server.db.select().from(incomingTransfers).where(known)).toEqual([])
      expect((await member.request(getQr, { params: { code: channel } })).body).toMatchObject({
        hasQrcode: true,
      })
    },
  )

  /** A code that its channel reports without the bank's reference, and another bill that was paid under the code's own. */
  async function codeAndBill({
    channel = 'KBANK',
    bill: billReference,
    from: fromBank,
    ...other
  }: {
    amount: number
    toAccount?: string
    channel?: QrChannel
    /** What the bank tells as the bill's reference, for the code's own. */
    bill?: string
    /** The member's bank; the seed's by default. */
    from?: string
  }) {
    const member = await server.newMember()
    const reference = await codeBy(member, channel)
    if (fromBank) {
      // As the profile changes it, a moment later.
      server.clock.advance(SECOND)
      const account = { bankCode: fromBank, updatedAt: server.clock.now() }
      await server.db.update(members).set(account).where(eq(members.id, member.id))
      server.clock.advance(SECOND)
    }
    const from = { memberId: member.id, channel, paidAt: server.clock.now() }
    const paid = await makeTransfer(server.db, { ...from, amount: 7700 })
    const bill = await makeTransfer(server.db, { ...from, ...other })
    const { providers } = server.context
    const findTransfer: typeof providers.bank.findTransfer = async (slip) => {
      const found = await providers.bank.findTransfer(slip)
      if (found.outcome !== 'found') return found
      return { ...found, transfer: { ...found.transfer, billReference: billReference ?? reference } }
    }
    const app = { ...server.context, providers: { ...providers, bank: { ...providers.bank, findTransfer } } }
    const payment = { reference, amount: 7700, paidAt: from.paidAt }
    const madeBy = { paid, bill }
    const slipOfIt = (which: 'paid' | 'bill') =>
      slipIn(server, member.id, bankReferenceOf(slipOf(madeBy[which])!))
    return {
      member,
      slipOfIt,
      byChannel: (bankReference: QrPayment['bankReference'] = null) =>
        transact(server.db, (tx) => confirmQrPayment(tx, { ...payment, bankReference }, server.clock.now())),
      byFeed: (which: 'paid' | 'bill') =>
        transact(server.db, (tx) => receiveFromFeed(tx, reportOf(madeBy[which]), server.clock.now())),
      byHand: async () =>
        server.submitSeen('/slips/settle', { reference: await slipOfIt('paid'), amount: '77' }),
      examineAll: () => examineSlipsOf(app, member.id),
      deposits: () =>
        server.db.select().from(incomingTransfers).where(eq(incomingTransfers.memberId, member.id)),
      paidReference: paid.bankReference,
      paidBank: paid.bankNo,
      async shown(which: 'paid' | 'bill') {
        const slip = await slipOfIt(which)
        await examineSlip(app, slip)
        const [row] = await server.db.select().from(slips).where(eq(slips.reference, slip))
        return [row?.status, row?.note ?? row?.amount, await member.wallet()]
      },
    }
  }

  test.each([
    ['his own, of as much', { amount: 7700, toAccount: '9990000001' }, ['FAILED', 'DEST_ACC_INVALID']],
    ['his own, of 1 baht', { amount: 100, toAccount: '9990000001' }, ['PENDING', 0]],
    ['the house, of 1 baht', { amount: 100 }, ['PENDING', 0]],
  ])(
    'a code credited without the bank’s reference is credited once, though the slip of a bill of %s came first',
    { timeout: LIMIT },
    async (_, made, end) => {
      const { member, byChannel, shown } = await codeAndBill(made)
      expect(await byChannel()).toMatchObject({ outcome: 'credited' })
      expect(await shown('bill')).toEqual([...end, 7700])
      expect(await shown('paid')).toEqual(['SUCCESS', 7700, 7700])
      // Money that reached the house waits for a person, and is credited then; a slip of another sum paid elsewhere waits for ever.
      const waiting = await suspectedOf(server, member)
      expect(waiting.map(({ transfer }) => transfer.amount)).toEqual('toAccount' in made ? [] : [100])
      await server.expectBalancedLedger()
    },
  )

  test.each([
    ['the channel', 'the slip', ['PENDING', 0, 7700], 'credited'],
    ['the slip', 'the channel', ['SUCCESS', 7700, 7700], 'suspected'],
  ] as const)(
    'a code whose slip names a bill that is none of ours is credited once: %s, then %s',
    { timeout: LIMIT },
    async (first, _, end, outcome) => {
      const { member, byChannel, shown, deposits } = await codeAndBill({ amount: 100, bill: 'PROVIDERS' })
      const slip = async () => expect(await shown('paid')).toEqual(end)
      const channel = async () => expect(await byChannel()).toMatchObject({ outcome })
      for (const way of first === 'the slip' ? [slip, channel] : [channel, slip]) await way()
      const [waiting] = await suspectedOf(server, member)
      expect(waiting).toMatchObject({ transfer: { amount: 7700 }, duplicates: [{ amount: 7700 }] })
      await sameBySuspicion(server, member)
      expect(await member.wallet()).toBe(7700)
      expect(await deposits()).toMatchObject([{ ownReference: expect.stringMatching(/^qr:(?!PROVIDERS)/u) }])
    },
  )

  test.each(['TTB', 'TMBTHANACHART'])(
    'a code that its channel reports as of %s, and its slip as of 011, is credited once',
    { timeout: LIMIT },
    async (bank) => {
      const { member, byChannel, shown, paidReference } = await codeAndBill({ amount: 100, from: 'TMB' })
      expect(await byChannel({ bank, reference: paidReference })).toMatchObject({ outcome: 'credited' })
      expect(await shown('paid')).toEqual(['SUCCESS', 7700, 7700])
      expect(await suspectedOf(server, member)).toEqual([])
    },
  )

  test('a feed that names a bill that is none of ours credits its sender', { timeout: LIMIT }, async () => {
    const member = await server.newMember()
    const from = { memberId: member.id, channel: 'SCB', amount: 7700, paidAt: server.clock.now() }
    const told = {
      ...reportOf(await makeTransfer(server.db, from)),
      ownReference: qrOwnReference('PROVIDERS'),
    }
    const feed = () => transact(server.db, (tx) => receiveFromFeed(tx, told, server.clock.now()))
    expect(await feed()).toMatchObject({ outcome: 'credited', transfer: { ownReference: null } })
    expect(await feed()).toMatchObject({ outcome: 'repeated' })
    expect(await member.wallet()).toBe(7700)
  })

  test(
    'a code whose payment is reported after another sum under its reference is neither lost nor credited twice',
    { timeout: LIMIT },
    async () => {
      const { byChannel, shown } = await codeAndBill({ amount: 100 })
      expect(await shown('bill')).toEqual(['SUCCESS', 100, 100])
      expect(await byChannel()).toMatchObject({ outcome: 'late' })
      expect(await shown('paid')).toEqual(['SUCCESS', 7700, 7800])
      expect(await byChannel()).toMatchObject({ outcome: 'repeated' })
      expect(await shown('paid')).toEqual(['SUCCESS', 7700, 7800])
      await server.expectBalancedLedger()
    },
  )

  test(
    'of two payments of a code, the slip of one does not give its reference to the other, which is credited once',
    { timeout: LIMIT },
    async () => {
      const { member, byChannel, byFeed, shown } = await codeAndBill({ amount: 7700 })
      expect(await byFeed('bill')).toMatchObject({ outcome: 'credited' })
      server.clock.advance(SECOND)
      expect(await byChannel()).toMatchObject({ outcome: 'suspected' })
      await anotherBySuspicion(server, member)
      expect(await shown('bill')).toEqual(['SUCCESS', 7700, 15_400])
      expect(await byFeed('paid')).toMatchObject({ outcome: 'suspected' })
      expect(await shown('paid')).toEqual(['SUCCESS', 7700, 15_400])
      expect(await byFeed('paid')).toMatchObject({ outcome: 'repeated' })
      expect(await suspectedOf(server, member)).toEqual([])
      await server.expectBalancedLedger()
    },
  )

  test.each([
    ['its own first', ['paid', 'bill']],
    ['the other first', ['bill', 'paid']],
  ] as const)(
    'of two slips under one code, collected at no account of the list, one shows the deposit: %s',
    { timeout: LIMIT },
    async (_, [first, second]) => {
      const { byChannel, byFeed, shown, deposits, paidReference } = await codeAndBill({
        channel: 'PAYTIMZ',
        amount: 7700,
        toAccount: '9990000001',
      })
      expect(await byChannel()).toMatchObject({ outcome: 'credited' })
      expect(await shown(first)).toEqual(['SUCCESS', 7700, 7700])
      expect(await shown(second)).toEqual(['PENDING', 0, 7700])
      expect(await shown(first)).toEqual(['SUCCESS', 7700, 7700])
      expect(await deposits()).toMatchObject([{ bankReference: null }])
      // The money's own report is still known for what it is.
      expect(await byFeed('paid')).toMatchObject({ outcome: 'suspected' })
      expect(await deposits()).toHaveLength(2)
      expect((await deposits()).find(({ creditedAt }) => creditedAt === null)).toMatchObject({
        bankReference: paidReference,
      })
    },
  )

  test.each(['hand', 'feed'] as const)(
    'a bank reference whose slip shows a deposit waits for staff, by %s and days later too',
    { timeout: LIMIT },
    async (way) => {
      const { member, byChannel, byFeed, byHand, shown, deposits, paidReference } = await codeAndBill({
        channel: 'PAYTIMZ',
        amount: 7700,
        toAccount: '9990000001',
      })
      await byChannel()
      expect(await shown('paid')).toEqual(['SUCCESS', 7700, 7700])
      server.clock.advance(3 * DAY)
      await (way === 'hand' ? byHand() : byFeed('paid'))
      expect(await member.wallet()).toBe(7700)
      await sameBySuspicion(server, member)
      expect(await member.wallet()).toBe(7700)
      expect(await deposits()).toMatchObject([{ amount: 7700, bankReference: paidReference }])
    },
  )

  test(
    'a slip whose own transfer waits for staff shows no other deposit, and then its own',
    { timeout: LIMIT },
    async () => {
      const { member, byChannel, byFeed, shown, deposits, paidReference } = await codeAndBill({
        channel: 'PAYTIMZ',
        amount: 7700,
        toAccount: '9990000001',
      })
      await byChannel()
      expect(await byFeed('paid')).toMatchObject({ outcome: 'suspected' })
      expect(await shown('paid')).toEqual(['PENDING', 0, 7700])
      await anotherBySuspicion(server, member)
      expect(await shown('paid')).toEqual(['SUCCESS', 7700, 15_400])
      const own = (await deposits()).find(({ bankReference }) => bankReference === paidReference)
      const ended = await server.db
        .select({ transferId: slips.transferId })
        .from(slips)
        .where(and(eq(slips.memberId, member.id), eq(slips.status, 'SUCCESS')))
      expect(ended.map(({ transferId }) => transferId)).toEqual([own?.id, own?.id])
    },
  )

  test(
    'a slip whose deposit got another bank’s reference just before it was to be shown goes on waiting',
    { timeout: LIMIT },
    async () => {
      const { member, byChannel, byFeed, slipOfIt, deposits } = await codeAndBill({
        channel: 'PAYTIMZ',
        amount: 7700,
      })
      await byChannel()
      const [deposit] = await deposits()
      await byFeed('paid')
      await sameBySuspicion(server, member)
      const reference = await slipOfIt('bill')
      const shown = { status: 'SHOWN', transferId: deposit?.id ?? '' } as const
      expect(
        await transact(server.db, (tx) => decideSlip(tx, reference, shown, server.clock.now())),
      ).toMatchObject({ status: 'PENDING' })
      const [row] = await server.db.select().from(slips).where(eq(slips.reference, reference))
      expect(row).toMatchObject({ status: 'PENDING', transferId: null })
    },
  )

  /** A slip that is to show a code's deposit, and a report of its transfer as another member's. */
  async function toShow() {
    const made = await codeAndBill({ channel: 'PAYTIMZ', amount: 100 })
    await made.byChannel()
    const [deposit] = await made.deposits()
    const other = await server.newMember()
    const reference = await made.slipOfIt('paid')
    const verdict = { status: 'SHOWN', transferId: deposit?.id ?? '' } as const
    return {
      decide: (tx: Transaction) => decideSlip(tx, reference, verdict, server.clock.now()),
      feed: () =>
        transact(server.db, (tx) => {
          const now = server.clock.now()
          const bankReference = { bank: made.paidBank, reference: made.paidReference }
          const report = { source: 'feed', channel: 'SCB', amount: 7700, paidAt: now, bankReference } as const
          const named = { ownReference: null, memberId: other.id }
          return receiveTransfer(tx, { ...report, ...named }, { credits: true, now })
        }),
    }
  }

  test(
    'a slip whose transfer was credited to another member just before it was to show a deposit goes on waiting',
    { timeout: LIMIT },
    async () => {
      const { decide, feed } = await toShow()
      expect(await feed()).toMatchObject({ outcome: 'credited' })
      expect(await transact(server.db, decide)).toMatchObject({ status: 'PENDING' })
    },
  )

  test(
    'a report of a slip’s transfer waits while the slip is decided to show a deposit, and is then suspected',
    { timeout: LIMIT },
    async () => {
      const { decide, feed } = await toShow()
      let told: ReturnType<typeof feed> | undefined
      const decided = await transact(server.db, async (tx) => {
        const end = await decide(tx)
        told = feed()
        // The embedded database has one connection: the report begins once the decision is over.
        if (kind === 'postgres') await vi.waitFor(() => findWaitingLock(server))
        return end
      })
      expect(decided).toMatchObject({ status: 'SUCCESS' })
      expect(await told).toMatchObject({ outcome: 'suspected' })
    },
  )

  test(
    'a code collected at no account of the list is credited once in every order of its reports, of both slips and of what staff decide',
    { timeout: LIMIT },
    async () => {
      const steps = ['channel', 'slip', 'other slip', 'feed', 'hand', 'job', 'same'] as const
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...steps), { maxLength: 10 }),
          fc.constantFrom('', '9990000001'),
          async (first, toAccount) => {
            const made = await codeAndBill({ channel: 'PAYTIMZ', amount: 7700, toAccount })
            const { member, deposits } = made
            const does: Record<(typeof steps)[number], () => Promise<unknown>> = {
              channel: () => made.byChannel(),
              slip: () => made.shown('paid'),
              'other slip': () => made.shown('bill'),
              feed: () => made.byFeed('paid'),
              hand: made.byHand,
              job: made.examineAll,
              same: () => sameBySuspicion(server, member),
            }
            const said = [...first, 'channel', 'feed', 'same', 'slip', 'other slip', 'job'] as const
            for (const each of said) {
              await does[each]()
              expect([0, 7700], said.join(', ')).toContain(await member.wallet())
            }
            // One transfer, under its own reference and not under that of the other slip.
            const { ownReference } = (await deposits())[0] ?? {}
            expect(await deposits(), said.join(', ')).toMatchObject([
              { amount: 7700, bankReference: made.paidReference, ownReference },
            ])
            expect(ownReference).toMatch(/^qr:/u)
            expect(await member.wallet()).toBe(7700)
            const notes = await server.db
              .select({ note: slips.note })
              .from(slips)
              .where(eq(slips.memberId, member.id))
            expect(notes.map(({ note }) => note)).not.toContain('SLIP_REFNO_DUPLICATED')
            expect(await auditLedger(server.db, { memberIds: [member.id] })).toEqual([])
          },
        ),
        {
          numRuns: LONG ? 300 : runs(20, 5),
          examples: [
            [['channel', 'other slip', 'slip', 'feed', 'same', 'hand'], ''],
            [['other slip', 'slip', 'channel', 'job', 'hand', 'same'], '9990000001'],
            [['hand', 'channel', 'slip', 'other slip'], ''],
          ],
        },
      )
    },
  )
})
