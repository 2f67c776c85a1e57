import { and, asc, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createQr, getQr } from '#api/contract/qrcode.ts'
import { listSlips, listStatements } from '#api/contract/statement.ts'
import type { AuditKind } from '../auth/audit-trail.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../clock.ts'
import { transact } from '../database/query.ts'
import { auditEvents } from '../database/schema/audit.ts'
import { incomingTransfers, qrCodes } from '../database/schema/deposits.ts'
import { describeOnOne } from '../database/test-database.ts'
import { confirmQrPayment } from '../modules/qrcode/qr-payment.ts'
import { programOf } from '../modules/test-crash.ts'
import { type TestServer, openTestServer, type TestMember } from '../modules/test-server.ts'
import { listedIn } from '../sandbox/test-console-forms.ts'
import type { TransferReport } from './match-report.ts'
import { receiveTransfer } from './receive-transfer.ts'
import {
  DUPLICATE_WINDOW,
  OTHER_MEMBER_DUPLICATE_WINDOW,
  UNTIMED_DUPLICATE_WINDOW,
} from './suspected-duplicates.ts'
import {
  anotherBySuspicion,
  creditForm,
  listedOf,
  madeFor,
  sameBySuspicion,
  sameForm,
  shownOf,
  suspectedOf,
  transfers,
} from './test-transfers.ts'

const name = "a code of a channel without the bank's reference"
const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' }
/** The site's account for KBANK's codes, and another of its accounts. */
const [collecting, other] = ['0012345678', '1112223334']
/** Each test has its own time and amounts, because other members' payments nearby count too. */
let noon = new Date('2026-01-05T05:00:00Z')
let baht = 60

describeOnOne('suspected duplicates of deposits', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  beforeEach(() => {
    noon = later(noon, 10 * DAY)
    baht += 1
  })

  let references = 0
  const newReference = () => `S${(references += 1)}`
  const receive = (memberId: string, more: Partial<TransferReport>) =>
    transact(server.db, (tx) =>
      receiveTransfer(
        tx,
        {
          source: 'feed',
          channel: 'KBANK',
          amount: 10_000,
          memberId,
          bankReference: null,
          ownReference: null,
          paidAt: noon,
          ...more,
        },
        { credits: true, now: server.clock.now() },
      ),
    )
  const byBank = (memberId: string, more: Partial<TransferReport> = {}) =>
    receive(memberId, {
      bankReference: { bank: '004', reference: newReference() },
      toAccount: collecting,
      ...more,
    })
  const byChannel = (memberId: string, more: Partial<TransferReport> = {}) =>
    receive(memberId, { source: 'qr', ownReference: `qr:${newReference()}`, ...more })
  const onStatement = async ({ request }: TestMember) =>
    (await request(listStatements, { body: { page: 1, limit: 10 } })).body.statements.map(
      ({ status, amount }) => [status, amount],
    )
  const trailOf = (memberId: string, kind: AuditKind = 'suspected-duplicate-decided') =>
    server.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.memberId, memberId), eq(auditEvents.kind, kind)))
      .orderBy(asc(auditEvents.id))

  const cases: [string, Partial<TransferReport> & { apart?: number }, 'suspected' | 'credited'][] = [
    ['alike', {}, 'suspected'],
    ['at an account not told', { toAccount: null }, 'suspected'],
    ['at an account written apart', { toAccount: '001-2-34567-8' }, 'suspected'],
    ['at another account of the house', { toAccount: other }, 'credited'],
    ['of another amount', { amount: 10_001 }, 'credited'],
    ['an hour apart', { apart: DUPLICATE_WINDOW }, 'suspected'],
    ['an hour before', { apart: -DUPLICATE_WINDOW }, 'suspected'],
    ['more than an hour apart', { apart: DUPLICATE_WINDOW + 1 }, 'credited'],
    ['on another day', { apart: DAY }, 'credited'],
  ]
  test.each(cases)(
    "a channel's report and then a bank's, %s",
    async (_, { apart = 0, ...given }, outcome) => {
      const more = { ...given, paidAt: later(noon, apart) }
      const member = await server.newMember()
      expect(await byChannel(member.id)).toMatchObject({ outcome: 'credited' })
      expect(await byBank(member.id, more)).toMatchObject({ outcome })
      const amount = more.amount ?? 10_000
      expect(await member.wallet()).toBe(outcome === 'credited' ? 10_000 + amount : 10_000)
      expect(await onStatement(member)).toEqual([
        [outcome === 'credited' ? 'SUCCESS' : 'PROCESSING', amount / 100],
        ['SUCCESS', 100],
      ])
    },
  )
  test.each(cases)(
    "a bank's report, and then a channel's, %s",
    async (_, { apart = 0, ...given }, outcome) => {
      const more = { ...given, paidAt: later(noon, apart) }
      const member = await server.newMember()
      expect(await byBank(member.id, more)).toMatchObject({ outcome: 'credited' })
      expect(await byChannel(member.id)).toMatchObject({ outcome })
    },
  )

  test('two reports that both lack the same reference are two transfers', async () => {
    const member = await server.newMember()
    for (const report of [byBank, byBank]) expect((await report(member.id)).outcome).toBe('credited')
    const payer = await server.newMember()
    for (const report of [byChannel, byChannel])
      expect((await report(payer.id, { amount: baht * 100 })).outcome).toBe('credited')
  })

  test('without a payment time, reports within a day may be the same money', async () => {
    const member = await server.newMember()
    const amount = baht * 100
    await byChannel(member.id, { amount, paidAt: server.clock.now() })
    expect(await byBank(member.id, { amount, paidAt: null })).toMatchObject({ outcome: 'suspected' })
    const near = await server.newMember()
    const paidAt = later(server.clock.now(), MINUTE - UNTIMED_DUPLICATE_WINDOW)
    await byChannel(near.id, { amount, paidAt })
    expect(await byBank(near.id, { amount, paidAt: null })).toMatchObject({ outcome: 'suspected' })
    const old = await server.newMember()
    await byChannel(old.id, { amount, paidAt: later(server.clock.now(), -UNTIMED_DUPLICATE_WINDOW - MINUTE) })
    expect(await byBank(old.id, { amount, paidAt: null })).toMatchObject({ outcome: 'credited' })
  })

  test('for a channel without a listed account, a bank report on any of the site’s accounts may be the same money', async () => {
    const member = await server.newMember()
    await byChannel(member.id, { channel: 'PAYTIMZ' })
    expect(await byBank(member.id, { toAccount: other })).toMatchObject({ outcome: 'suspected' })
  })

  test('a code paid by a friend from their own account credits only one of the two members', async () => {
    const [member, friend, stranger] = [
      await server.newMember(),
      await server.newMember(),
      await server.newMember(),
    ]
    const amount = 12_300
    await byChannel(member.id, { amount })
    expect(await byBank(stranger.id, { amount, toAccount: null })).toMatchObject({ outcome: 'credited' })
    expect(
      await byBank(stranger.id, { amount, paidAt: later(noon, OTHER_MEMBER_DUPLICATE_WINDOW + 1) }),
    ).toMatchObject({
      outcome: 'credited',
    })
    expect(
      await byBank(friend.id, { amount, paidAt: later(noon, OTHER_MEMBER_DUPLICATE_WINDOW) }),
    ).toMatchObject({
      outcome: 'suspected',
    })
    const [pair] = await suspectedOf(server, friend)
    await server.submitForm('/suspected/same', sameForm(pair))
    expect([await member.wallet(), await friend.wallet()]).toEqual([amount, 0])
    expect(await onStatement(friend)).toEqual([['FAILED', 123]])
  })

  test.each<[string, Partial<TransferReport> & { ago?: number }, 'suspected' | 'credited']>([
    ['at the house’s wallet', {}, 'suspected'],
    ['at the house’s wallet, a day apart', { ago: UNTIMED_DUPLICATE_WINDOW - MINUTE }, 'suspected'],
    ['at the house’s wallet, more than a day apart', { ago: UNTIMED_DUPLICATE_WINDOW + MINUTE }, 'credited'],
    ['at another account', { toAccount: other }, 'credited'],
    ['at an account not told', { toAccount: null }, 'credited'],
  ])(
    'a gift booked without reference and time, and its sender’s transfer by the wallet app, %s',
    async (_, { ago = 0, ...more }, outcome) => {
      const amount = baht * 100
      const gift = (memberId: string) =>
        byChannel(memberId, {
          source: 'gift',
          channel: 'TRUEWALLET',
          ownReference: `gift:${newReference()}`,
          amount,
          paidAt: null,
        })
      const byWallet = (memberId: string, other: object = more) =>
        byBank(memberId, {
          channel: 'TRUEWALLET',
          bankReference: { bank: 'TRUEWALLET', reference: newReference() },
          amount,
          toAccount: '0890001122',
          paidAt: later(server.clock.now(), -ago),
          ...other,
        })
      const [member, sender] = [await server.newMember(), await server.newMember()]
      expect(await byWallet(sender.id)).toMatchObject({ outcome: 'credited' })
      expect(await gift(member.id)).toMatchObject({ outcome })
      server.clock.advance(3 * DAY)
      expect(await gift(member.id)).toMatchObject({ outcome: 'credited' })
      expect(await byWallet(sender.id)).toMatchObject({ outcome })
      // A transfer that is sent after the gift was booked is other money.
      server.clock.advance(10 * MINUTE)
      const after = await byWallet(sender.id, { paidAt: server.clock.now() })
      expect(after).toMatchObject({ outcome: 'credited' })
    },
  )

  test.each([1, 2, 3, 4, 5])(
    'two reports at once, for one member or two, credit once: round %i',
    async (round) => {
      const [member, friend] = [await server.newMember(), await server.newMember()]
      for (const [payer, amount] of [
        [member, 40_000 + round],
        [friend, 50_000 + round],
      ] as const) {
        const told = await Promise.all([byChannel(member.id, { amount }), byBank(payer.id, { amount })])
        expect(told.map(({ outcome }) => outcome).toSorted()).toEqual(['credited', 'suspected'])
      }
      await server.expectBalancedLedger()
    },
  )

  test('a later report with another account or time shows that it is another transfer', async () => {
    const member = await server.newMember()
    await byChannel(member.id)
    const bankReference = { bank: '004', reference: newReference() }
    const told = { bankReference, toAccount: null }
    expect(await byBank(member.id, told)).toMatchObject({ outcome: 'suspected' })
    expect(await byBank(member.id, told)).toMatchObject({ outcome: 'suspected' })
    expect(await onStatement(member)).toEqual([
      ['PROCESSING', 100],
      ['SUCCESS', 100],
    ])
    expect(await byBank(member.id, { bankReference, toAccount: other })).toMatchObject({
      outcome: 'credited',
    })
    expect(await onStatement(member)).toEqual([
      ['SUCCESS', 100],
      ['SUCCESS', 100],
    ])
  })

  test('the operator makes two amounts under one code one transfer, which every report finds again', async () => {
    const member = await server.newMember()
    const ownReference = `qr:${newReference()}`
    const amount = baht * 100
    await byChannel(member.id, { ownReference, amount })
    const paid = { bankReference: { bank: '004', reference: newReference() }, amount: amount + 1 }
    expect(await byBank(member.id, { ...paid, ownReference })).toMatchObject({ outcome: 'suspected' })
    const [pair] = await suspectedOf(server, member)
    await server.submitForm('/suspected/same', sameForm(pair))
    expect(await byChannel(member.id, { ownReference, amount })).toMatchObject({ outcome: 'repeated' })
    // Midnight may fall between the clocks of two reports.
    for (const more of [{ ownReference }, {}, { paidAt: later(noon, DAY) }])
      expect(await byBank(member.id, { ...paid, ...more })).toMatchObject({ outcome: 'repeated' })
    expect(await member.wallet()).toBe(amount)
  })

  /** A code reported by its channel and by the bank, in this order, and its slip. */
  async function told(first: 'channel' | 'feed') {
    const member = await server.newMember()
    const { report } = await transfers[name]!(server, member, baht)
    const program = programOf(server.context, member.request.token)
    for (const way of [first, first === 'feed' ? 'channel' : 'feed', 'slip']) await report[way]?.(program)
    const [pair] = await suspectedOf(server, member)
    const ids = sameForm(pair)
    return { member, ids, report, program }
  }
  const slipsOf = async ({ request }: TestMember) =>
    (await request(listSlips, { body: { page: 1, limit: 10 } })).body.slips.map(({ status, amount }) => [
      status,
      amount,
    ])

  test.each(['channel', 'feed'] as const)(
    'told by the %s first, the console lists both sides, and the operator makes them one',
    async (first) => {
      const { member, ids, report, program } = await told(first)
      expect(await member.wallet()).toBe(baht * 100)
      expect(await onStatement(member)).toEqual([
        ['PROCESSING', baht],
        ['SUCCESS', baht],
      ])
      // One was decided, and one is still undecided.
      const looked = first === 'channel' ? 'PROCESSING' : 'SUCCESS'
      expect((await slipsOf(member)).map(([status]) => status).toSorted()).toEqual(['PROCESSING', looked])
      const page = await (await server.app.request('/sandbox')).text()
      for (const id of Object.values(ids)) expect(page).toContain(`value="${id}"`)
      const made = await madeFor(server, member)
      for (const words of [made.bankReference, 'no bank reference', 'no code or gift link'])
        expect(page).toContain(words)

      const presses = [1, 2].map(() => server.submitForm('/suspected/same', ids, browser))
      expect((await Promise.all(presses)).map(({ to }) => to).toSorted()).toEqual([
        '/sandbox?flash=decided',
        '/sandbox?flash=same',
      ])
      expect(await server.submitForm('/suspected/another', ids)).toMatchObject({
        to: '/sandbox?flash=decided',
      })
      expect(await suspectedOf(server, member)).toEqual([])
      expect(await member.wallet()).toBe(baht * 100)
      expect(await onStatement(member)).toEqual([['SUCCESS', baht]])
      expect(await slipsOf(member)).toEqual([
        ['SUCCESS', baht],
        ['SUCCESS', baht],
      ])
      const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
      expect(code?.status).toBe('paid')
      expect(
        await server.db.select().from(incomingTransfers).where(eq(incomingTransfers.memberId, member.id)),
      ).toMatchObject([
        { id: ids.duplicate, bankReference: made.bankReference, ownReference: `qr:${code?.reference}` },
      ])
      expect(await trailOf(member.id)).toMatchObject([
        {
          actor: 'operator',
          subject: ids.id,
          userAgent: browser['User-Agent'],
          before: { amount: baht * 100 },
          after: { verdict: 'same', transfer: [ids.duplicate] },
        },
      ])
      for (const way of Object.values(report)) await way(program)
      expect(await member.wallet()).toBe(baht * 100)
      await server.expectBalancedLedger()
    },
  )

  test.each(['channel', 'feed'] as const)(
    'told by the %s first, the operator says that the other is another transfer: credited once',
    async (first) => {
      const { member, ids, report, program } = await told(first)
      const another = { ...ids, listed: ids.duplicate }
      const presses = [1, 2].map(() => server.submitForm('/suspected/another', another, browser))
      expect((await Promise.all(presses)).map(({ to }) => to).toSorted()).toEqual([
        expect.stringContaining('/sandbox?flash=credited&transfer='),
        '/sandbox?flash=decided',
      ])
      expect(await server.submitForm('/suspected/same', ids)).toMatchObject({ to: '/sandbox?flash=decided' })
      expect(await member.wallet()).toBe(baht * 200)
      expect(await onStatement(member)).toEqual([
        ['SUCCESS', baht],
        ['SUCCESS', baht],
      ])
      const { body } = await member.request(listStatements, { body: { page: 1, limit: 10 } })
      // Also that of the row that was there before its money.
      expect(body.statements.map(({ balanceAfter }) => balanceAfter).toSorted()).toEqual(
        [baht, baht * 2].toSorted(),
      )
      expect(await slipsOf(member)).toEqual([
        ['SUCCESS', baht],
        ['SUCCESS', baht],
      ])
      expect((await member.request(getQr, { params: { code: 'KBANK' } })).body).toEqual({ hasQrcode: false })
      expect(await trailOf(member.id)).toMatchObject([
        { subject: ids.id, after: { verdict: 'another', transfer: [ids.duplicate] } },
      ])
      for (const way of Object.values(report)) await way(program)
      expect(await member.wallet()).toBe(baht * 200)
      await server.expectBalancedLedger()
    },
  )

  test('of two decisions at once, only one takes effect', async () => {
    const { member, ids } = await told('channel')
    const decided = await Promise.all([
      server.submitForm('/suspected/same', ids),
      server.submitForm('/suspected/another', { ...ids, listed: ids.duplicate }),
    ])
    expect(decided.filter(({ to }) => to === '/sandbox?flash=decided')).toHaveLength(1)
    expect(await trailOf(member.id)).toHaveLength(1)
    await server.expectBalancedLedger()
  })

  test('of two possible duplicates of one credited transfer, only one is merged with it', async () => {
    const member = await server.newMember()
    await byChannel(member.id)
    await byBank(member.id)
    await byBank(member.id)
    const pairs = await suspectedOf(server, member)
    const pressed = await Promise.all(
      pairs.map((pair) => server.submitForm('/suspected/same', sameForm(pair))),
    )
    expect(pressed.map(({ to }) => to).toSorted()).toEqual(['/sandbox?flash=decided', '/sandbox?flash=same'])
    const [left] = await suspectedOf(server, member)
    expect(left?.duplicates).toEqual([])
    await server.submitForm('/suspected/another', shownOf(left))
    expect(await member.wallet()).toBe(20_000)
  })

  test('a transfer is credited as another one only once the operator has seen all that it may be', async () => {
    const member = await server.newMember()
    const amount = baht * 100
    expect(await byChannel(member.id, { amount })).toMatchObject({ outcome: 'credited' })
    expect(await byBank(member.id, { amount })).toMatchObject({ outcome: 'suspected' })
    const [drawn] = await suspectedOf(server, member)
    const press = (listed: string) => server.submitForm('/suspected/another', { ...shownOf(drawn), listed })
    // The channel's report of the held payment comes after the page was drawn, and may be of it.
    expect(await byChannel(member.id, { amount })).toMatchObject({ outcome: 'credited' })
    expect((await press(listedOf(drawn?.duplicates ?? []))).to).toBe('/sandbox?flash=unlisted')
    expect([await member.wallet(), await trailOf(member.id)]).toEqual([amount * 2, []])
    const page = await (await server.app.request('/sandbox')).text()
    const listed = listedIn(page, '/sandbox/suspected/another', drawn?.transfer.id ?? '')
    expect(listed.split(' ')).toHaveLength(2)
    expect((await press(listed)).to).toContain('/sandbox?flash=credited&transfer=')
    expect(await trailOf(member.id)).toMatchObject([
      { after: { verdict: 'another', transfer: listed.split(' ') } },
    ])
    expect(await member.wallet()).toBe(amount * 3)
  })

  test('a transfer without suspicion can be neither merged nor credited here', async () => {
    const { member, ids } = await told('channel')
    const unrelated = await byBank(member.id, { toAccount: other })
    for (const duplicate of [unrelated.transfer.id, ids.id, 'x', ''])
      expect((await server.submitForm('/suspected/same', { ...ids, duplicate })).to).not.toContain(
        'flash=same',
      )
    for (const id of [ids.duplicate, unrelated.transfer.id, 'x'])
      expect((await server.submitForm('/suspected/another', { ...ids, id })).to).not.toContain(
        'flash=credited',
      )
    expect(await suspectedOf(server, member)).toHaveLength(1)
  })

  test('a payment of another amount stays late, and crediting it by hand checks for duplicates first', async () => {
    const member = await server.newMember()
    await member.request(createQr, { params: { code: 'KBANK' }, body: { amount: 1000 + baht } })
    const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
    const reference = code?.reference ?? ''
    const paidAt = server.clock.now()
    const amount = baht * 100
    const payment = { reference, amount, paidAt, bankReference: null }
    expect(await transact(server.db, (tx) => confirmQrPayment(tx, payment, paidAt))).toMatchObject({
      outcome: 'late',
    })
    await byBank(member.id, { amount, paidAt })
    expect((await server.submitForm('/qr/credit', await creditForm(server, reference))).to).toBe(
      '/sandbox?flash=suspected',
    )
    const [pair] = await suspectedOf(server, member)
    await server.submitForm('/suspected/same', sameForm(pair))
    expect(await member.wallet()).toBe(amount)
    expect(await onStatement(member)).toEqual([['SUCCESS', baht]])
  })

  /** A code of 200 baht, and its channel's reports without the bank's reference: satang, and how many seconds later. */
  async function unnamedCode() {
    const member = await server.newMember()
    await member.request(createQr, { params: { code: 'KBANK' }, body: { amount: 200 } })
    const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
    const reference = code?.reference ?? ''
    const start = server.clock.now()
    return {
      member,
      reference,
      pay: async (amount: number, seconds: number, bankReference: TransferReport['bankReference'] = null) => {
        const payment = { reference, amount, paidAt: later(start, seconds * SECOND), bankReference }
        return (await transact(server.db, (tx) => confirmQrPayment(tx, payment, start))).outcome
      },
      rows: async () =>
        (
          await server.db.select().from(incomingTransfers).where(eq(incomingTransfers.memberId, member.id))
        ).map(({ amount, paidAt, creditedAt }) => ({
          amount,
          seconds: ((paidAt?.getTime() ?? 0) - start.getTime()) / SECOND,
          isCredited: creditedAt !== null,
        })),
    }
  }

  test('a code paid twice without the bank’s reference is two transfers, and the second waits for staff', async () => {
    const { member, reference, pay, rows } = await unnamedCode()
    expect([await pay(5000, 0), await pay(5000, 0), await pay(20_000, 120)]).toEqual([
      'late',
      'repeated',
      'late',
    ])
    expect((await onStatement(member)).toSorted()).toEqual([
      ['PROCESSING', 200],
      ['PROCESSING', 50],
    ])
    expect((await server.submitForm('/qr/credit', await creditForm(server, reference))).to).toContain(
      '/sandbox?flash=credited&transfer=',
    )
    await anotherBySuspicion(server, member)
    expect(await member.wallet()).toBe(25_000)
    expect([await pay(5000, 0), await pay(20_000, 120)]).toEqual(['repeated', 'repeated'])
    expect(await rows()).toHaveLength(2)
    await server.expectBalancedLedger()
  })

  test('a repeat by another clock waits for staff, who make the two one that either report finds', async () => {
    const { member, reference, pay, rows } = await unnamedCode()
    expect([await pay(20_000, 0), await pay(20_000, 60), await pay(20_000, 61)]).toEqual([
      'credited',
      'repeated',
      'late',
    ])
    expect((await server.submitForm('/qr/credit', await creditForm(server, reference))).to).toBe(
      '/sandbox?flash=suspected',
    )
    await sameBySuspicion(server, member)
    expect([await pay(20_000, 0), await pay(20_000, 61)]).toEqual(['repeated', 'repeated'])
    expect(await rows()).toEqual([{ amount: 20_000, seconds: 0, isCredited: true }])
    expect(await onStatement(member)).toEqual([['SUCCESS', 200]])
    expect((await member.request(getQr, { params: { code: 'KBANK' } })).body).toEqual({ hasQrcode: false })
  })

  test('a late payment that a report shows to be a friend’s credited transfer ends its code and fails its row', async () => {
    const { member, reference, pay, rows } = await unnamedCode()
    const friend = await server.newMember()
    const amount = baht * 100
    expect(await pay(amount, 0)).toBe('late')
    const bankReference = { bank: '004', reference: newReference() }
    const paidAt = server.clock.now()
    expect(await byBank(friend.id, { amount, bankReference, paidAt })).toMatchObject({ outcome: 'credited' })
    const [held] = await server.db
      .select()
      .from(incomingTransfers)
      .where(eq(incomingTransfers.memberId, member.id))
    for (const _ of [1, 2]) expect(await pay(amount, 0, bankReference)).toBe('repeated')
    const [joined] = await server.db
      .select()
      .from(incomingTransfers)
      .where(eq(incomingTransfers.memberId, friend.id))
    expect(await trailOf(member.id, 'transfer-found-elsewhere')).toMatchObject([
      {
        actor: 'system',
        subject: held?.id,
        before: { ownReference: `qr:${reference}`, amount },
        after: { transfer: joined?.id },
      },
    ])
    expect(await rows()).toEqual([])
    expect(await onStatement(member)).toEqual([['FAILED', baht]])
    const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.reference, reference))
    expect(code?.status).toBe('expired')
    expect([await member.wallet(), await friend.wallet()]).toEqual([0, amount])
  })

  test('a code that one payment has paid stays paid where another payment of it was a friend’s money', async () => {
    const { member, reference, pay } = await unnamedCode()
    const codeNow = async () =>
      (await server.db.select().from(qrCodes).where(eq(qrCodes.reference, reference)))[0]
    const friend = await server.newMember()
    // As no other test pays: the friend's must not look like one of theirs.
    const amount = 7700
    expect(await pay(20_000, 0)).toBe('credited')
    expect(await pay(amount, 120)).toBe('late')
    const bankReference = { bank: '004', reference: newReference() }
    const paidAt = later(server.clock.now(), 120 * SECOND)
    const told = { amount, bankReference, paidAt }
    expect(await byBank(friend.id, told)).toMatchObject({ outcome: 'credited' })
    expect(await pay(amount, 120, bankReference)).toBe('repeated')
    expect(await codeNow()).toMatchObject({ status: 'paid', paidAt: expect.any(Date) })
    expect([await member.wallet(), await friend.wallet()]).toEqual([20_000, amount])
  })

  test('the app hears of it when a report ends a late code for another member’s money', async () => {
    const member = await server.newMember()
    await member.request(createQr, { params: { code: 'KBANK' }, body: { amount: baht } })
    const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
    const reference = code?.reference ?? ''
    await server.submitForm('/qr/expire', { reference })
    await server.submitForm('/qr/pay', { reference, told: 'later' })
    const { id, amount, paidAt, ...made } = await madeFor(server, member)
    expect((await server.submitForm('/transfers/tell', { id, by: 'channel' })).to).toContain('flash=late')
    const friend = await server.newMember()
    const bankReference = { bank: made.bankNo, reference: made.bankReference }
    expect(await byBank(friend.id, { amount, paidAt, bankReference })).toMatchObject({ outcome: 'credited' })
    const before = server.events.length
    expect((await server.submitForm('/transfers/tell', { id })).to).toContain('flash=repeated')
    expect(server.events.slice(before)).toEqual([{ memberId: member.id, reason: 'deposit' }])
    expect(await onStatement(member)).toEqual([['FAILED', baht]])
  })

  test('a friend’s held transfer that a report shows to be a paid code’s payment fails in the friend’s statement', async () => {
    const { member, reference, pay, rows } = await unnamedCode()
    const friend = await server.newMember()
    const bankReference = { bank: '004', reference: newReference() }
    expect(await pay(20_000, 0)).toBe('credited')
    const told = { amount: 20_000, bankReference, paidAt: server.clock.now() }
    expect(await byBank(friend.id, told)).toMatchObject({ outcome: 'suspected' })
    expect(await onStatement(friend)).toEqual([['PROCESSING', 200]])
    expect(await pay(20_000, 0, bankReference)).toBe('repeated')
    expect(await onStatement(friend)).toEqual([['FAILED', 200]])
    expect(await trailOf(friend.id, 'transfer-found-elsewhere')).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
    const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.reference, reference))
    expect(code?.status).toBe('paid')
    expect([await member.wallet(), await friend.wallet()]).toEqual([20_000, 0])
  })

  test('of what a channel reports of one code, in every order, nothing is lost and one is credited', async () => {
    const payment = fc.record({
      amount: fc.constantFrom(20_000, 5000),
      seconds: fc.constantFrom(0, 30, 120, 1800),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(payment, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (told, isAtOnce) => {
          const { member, pay, rows } = await unnamedCode()
          const tell = ({ amount, seconds }: (typeof told)[number]) => pay(amount, seconds)
          if (isAtOnce) await Promise.all(told.map(tell))
          else for (const one of told) await tell(one)
          const kept = await rows()
          for (const { amount, seconds } of told)
            expect(
              kept.filter((row) => row.amount === amount && Math.abs(row.seconds - seconds) <= 60),
            ).toHaveLength(1)
          const credited = kept.filter(({ isCredited }) => isCredited)
          expect(credited.length).toBeLessThanOrEqual(1)
          expect(await member.wallet()).toBe(credited[0]?.amount ?? 0)
          const shown = (await onStatement(member)).map(([, baht]) => baht)
          expect(shown.toSorted()).toEqual(kept.map(({ amount }) => amount / 100).toSorted())
        },
      ),
      { numRuns: 6 },
    )
    await server.expectBalancedLedger()
  })

  /** Staff make two reports of one code one transfer; then each comes again, and the slip, whose bank is written in another way. */
  test.each<[string, { bankAfter?: number; bankAmount?: number; bankFirst?: boolean }]>([
    ['the bank’s past midnight', { bankAfter: 100 * MINUTE }],
    ['the bank’s two hours later', { bankAfter: 2 * HOUR }],
    ['the channel’s two hours before the bank’s, which came first', { bankAfter: 2 * HOUR, bankFirst: true }],
    ['the bank’s of another amount, which came first', { bankAmount: 1, bankFirst: true }],
    ['the bank’s of another amount', { bankAmount: 1 }],
  ])(
    'two reports that staff made one are known again: %s',
    async (_, { bankAfter = 0, bankAmount = 0, bankFirst }) => {
      const member = await server.newMember()
      const evening = later(noon, 10.5 * HOUR)
      const paid = { ownReference: `qr:${newReference()}`, paidAt: evening, amount: baht * 100 }
      const reference = newReference()
      const byFeed = (bank: string, more: Partial<TransferReport> = {}) =>
        byBank(member.id, {
          ...paid,
          bankReference: { bank, reference },
          paidAt: later(evening, bankAfter),
          amount: paid.amount + bankAmount,
          ...more,
        })
      const ways = [() => byChannel(member.id, paid), () => byFeed('TMBTHANACHART')]
      const outcomes = []
      for (const way of bankFirst ? ways.toReversed() : ways) outcomes.push((await way()).outcome)
      expect(outcomes).toEqual(['credited', 'suspected'])
      await sameBySuspicion(server, member)
      const before = await member.wallet()
      for (const way of [...ways, () => byFeed('011', { source: 'slip', ownReference: null }), ...ways])
        expect(await way()).toMatchObject({ outcome: 'repeated' })
      expect(await member.wallet()).toBe(before)
      expect(await suspectedOf(server, member)).toEqual([])
    },
  )

  test('a bank’s report an hour after the channel’s, past midnight, is known again', async () => {
    const member = await server.newMember()
    const paid = { ownReference: `qr:${newReference()}`, paidAt: later(noon, 11.5 * HOUR) }
    const bank = {
      bankReference: { bank: '004', reference: newReference() },
      paidAt: later(noon, 12.5 * HOUR),
    }
    expect(await byChannel(member.id, paid)).toMatchObject({ outcome: 'credited' })
    for (const _ of [1, 2])
      expect(await byBank(member.id, { ...paid, ...bank })).toMatchObject({ outcome: 'repeated' })
    expect(await byChannel(member.id, paid)).toMatchObject({ outcome: 'repeated' })
  })

  test('the sandbox can simulate a pair: one report of the channel, one of the bank', async () => {
    const member = await server.newMember()
    await member.request(createQr, { params: { code: 'KBANK' }, body: { amount: baht } })
    const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
    await server.submitForm('/qr/pay', { reference: code?.reference ?? '', told: 'later' })
    const { id } = await madeFor(server, member)
    expect((await server.submitForm('/transfers/tell', { id, by: 'channel' })).to).toBe('/sandbox?flash=paid')
    expect((await server.submitForm('/transfers/tell', { id, by: 'bank' })).to).toBe(
      '/sandbox?flash=suspected',
    )
    expect(await suspectedOf(server, member)).toHaveLength(1)
    // A report with both references shows that they are one transfer.
    expect((await server.submitForm('/transfers/tell', { id })).to).toBe('/sandbox?flash=repeated')
    expect(await suspectedOf(server, member)).toEqual([])
    expect(await member.wallet()).toBe(baht * 100)
    expect(await onStatement(member)).toEqual([['SUCCESS', baht]])
  })
})
