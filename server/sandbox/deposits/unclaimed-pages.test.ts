import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createQr } from '#api/contract/qrcode.ts'
import { listStatements } from '#api/contract/statement.ts'
import { later, MINUTE } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { incomingTransfers, qrCodes } from '../../database/schema/deposits.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { receiveFromFeed } from '../../deposits/bank-feed.ts'
import { listUnclaimed } from '../../deposits/decide-unclaimed.ts'
import { receiveTransfer } from '../../deposits/receive-transfer.ts'
import { creditForm, phoneOf, sameBySuspicion, shownOf, suspectedOf } from '../../deposits/test-transfers.ts'
import { readQueues } from '../../modules/health/queues.ts'
import { confirmQrPayment } from '../../modules/qrcode/qr-payment.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'
import { makeTransfer, reportOf } from '../../providers/sandbox/transfer-book.ts'
import { confirmingIn, formsOn, listedIn } from '../test-console-forms.ts'

describeOnOne('transfers of nobody here', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** A stranger's transfer to the account that also takes KBANK's codes, reported by its feed. */
  async function kept(amount: number) {
    const paidAt = server.clock.now()
    const made = await makeTransfer(server.db, { memberId: null, channel: 'KBANK', amount, paidAt })
    const tell = () => transact(server.db, (tx) => receiveFromFeed(tx, reportOf(made), server.clock.now()))
    const { outcome, transfer } = await tell()
    expect(outcome).toBe('kept')
    return { id: transfer.id, made, tell }
  }
  const sizeOf = async () =>
    (await readQueues(server.db, server.clock.now())).find(({ name }) => name === 'unclaimed-transfers')?.size
  const trailOf = (id: string) =>
    server.db
      .select({ memberId: auditEvents.memberId, after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, id), eq(auditEvents.kind, 'unclaimed-transfer-decided')))
      .orderBy(asc(auditEvents.id))
  const rowOf = async (id: string) => {
    const [row] = await server.db.select().from(incomingTransfers).where(eq(incomingTransfers.id, id))
    return row
  }

  test('are listed and counted, and credited once to the member whose phone the operator enters', async () => {
    const member = await server.newMember()
    const { id, tell } = await kept(12_300)
    expect(await sizeOf()).toBe(1)
    expect(await (await server.app.request('/sandbox')).text()).toContain(`value="${id}"`)
    const phone = await phoneOf(server, member)
    const refused = await server.submitSeen('/unclaimed/credit', { id, phone: '0' })
    expect(refused.page).toContain('no member has that phone number')
    const presses = [1, 2].map(() => server.submitSeen('/unclaimed/credit', { id, phone }))
    expect((await Promise.all(presses)).map(({ to }) => to).toSorted()).toEqual([
      `/sandbox?flash=credited&transfer=${id}`,
      '/sandbox?flash=decided',
    ])
    expect((await server.submitForm('/unclaimed/return', { id })).to).toContain('flash=decided')
    expect(await tell()).toMatchObject({ outcome: 'repeated' })
    expect(await member.wallet()).toBe(12_300)
    expect(await sizeOf()).toBe(0)
    expect(await trailOf(id)).toEqual([{ memberId: member.id, after: { verdict: 'credited', transfer: [] } }])
    await server.expectBalancedLedger()
  })

  test('sent back, one is never credited, whoever reports it', async () => {
    const member = await server.newMember()
    const { id, made, tell } = await kept(12_400)
    expect((await server.submitForm('/unclaimed/return', { id })).to).toContain('flash=returned')
    const phone = await phoneOf(server, member)
    expect((await server.submitSeen('/unclaimed/credit', { id, phone })).to).toContain('flash=decided')
    expect(await tell()).toMatchObject({ outcome: 'repeated' })
    const now = server.clock.now()
    const named = { bankReference: reportOf(made).bankReference, ownReference: null }
    const report = { source: 'slip', channel: 'SLIP', amount: 12_400, paidAt: now, ...named } as const
    const told = await transact(server.db, (tx) =>
      receiveTransfer(tx, { ...report, memberId: member.id }, { credits: true, now }),
    )
    expect(told).toMatchObject({ outcome: 'repeated', transfer: { id, memberId: null, creditedAt: null } })
    expect([await member.wallet(), await sizeOf()]).toEqual([0, 0])
    expect(await trailOf(id)).toEqual([{ memberId: null, after: { verdict: 'returned', transfer: [] } }])
  })

  /** A code that a stranger has paid: its channel's report lacks the bank's reference. */
  async function codeOf(amount: number) {
    const member = await server.newMember()
    await member.request(createQr, { params: { code: 'KBANK' }, body: { amount: amount / 100 } })
    const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
    const payment = { reference: code?.reference ?? '', amount, bankReference: null }
    const pay = (named: Awaited<ReturnType<typeof kept>>['made'] | null = null) =>
      transact(server.db, (tx) => {
        const now = server.clock.now()
        const bankReference = named && reportOf(named).bankReference
        return confirmQrPayment(tx, { ...payment, bankReference, paidAt: now }, now)
      })
    const rows = async () => ({
      code: (await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id)))[0]?.status,
      statement: (await member.request(listStatements, { body: { page: 1, limit: 10 } })).body.statements.map(
        ({ status, amount: shown }) => [status, shown],
      ),
    })
    return { member, pay, rows }
  }

  test('one that may be a code’s payment says so, and is not credited a second time', async () => {
    const { member, pay } = await codeOf(12_500)
    expect(await pay()).toMatchObject({ outcome: 'credited' })
    server.clock.advance(6 * MINUTE)
    const { id } = await kept(12_500)
    const page = await (await server.app.request('/sandbox')).text()
    expect(page).toContain('May be what is credited')
    const phone = await phoneOf(server, member)
    const listed = listedIn(page, '/sandbox/unclaimed/return', id)
    expect((await server.submitSeen('/unclaimed/credit', { id, phone })).to).toContain('flash=suspected')
    expect(await member.wallet()).toBe(12_500)
    expect(await trailOf(id)).toMatchObject([{ after: { verdict: 'suspected', transfer: [listed] } }])
  })

  test('one is credited to a member only once the operator has seen that it may be another’s payment', async () => {
    const { pay } = await codeOf(13_300)
    const friend = await server.newMember()
    const { id } = await kept(13_300)
    server.clock.advance(6 * MINUTE)
    const phone = await phoneOf(server, friend)
    const { page: seen } = await server.submitForm('/unclaimed/credit', { id, phone })
    // The page was drawn before this one was credited, and of the friend's it would not be looked for.
    expect(await pay()).toMatchObject({ outcome: 'credited' })
    const again = await server.submitForm('/unclaimed/credit', confirmingIn(seen) ?? {})
    expect([again.to, again.page]).toEqual([
      '',
      expect.stringContaining('It may be what is in the wallet of'),
    ])
    expect([await rowOf(id), await trailOf(id)]).toMatchObject([{ memberId: null }, []])
    const page = await (await server.app.request('/sandbox')).text()
    const listed = listedIn(page, '/sandbox/unclaimed/return', id)
    const confirmed = await server.submitForm('/unclaimed/credit', confirmingIn(again.page) ?? {})
    expect(confirmed.to).toContain('flash=credited')
    expect(await trailOf(id)).toEqual([
      { memberId: friend.id, after: { verdict: 'credited', transfer: [listed] } },
    ])
    expect(await friend.wallet()).toBe(13_300)
  })

  /** A transfer that is held as another payment of the member, to whom staff have given it. */
  async function claimed(amount: number) {
    const code = await codeOf(amount)
    await code.pay()
    server.clock.advance(6 * MINUTE)
    const { id, made } = await kept(amount)
    const claim = async (phone: string) => {
      return (await server.submitSeen('/unclaimed/credit', { id, phone })).to
    }
    expect(await claim(await phoneOf(server, code.member))).toContain('flash=suspected')
    return { ...code, id, made, claim }
  }
  const hasRelease = async (id: string) =>
    formsOn(await (await server.app.request('/sandbox')).text()).some(
      ({ action, fields }) =>
        action === '/sandbox/suspected/release' && fields.some(({ values }) => values.includes(id)),
    )

  test('a claim that is held is taken back once, and another member gets it', async () => {
    const { member, id, claim, rows } = await claimed(13_400)
    expect(await rows()).toMatchObject({
      statement: [
        ['PROCESSING', 134],
        ['SUCCESS', 134],
      ],
    })
    expect(await hasRelease(id)).toBe(true)
    const presses = [1, 2].map(() => server.submitForm('/suspected/release', { id, member: member.id }))
    expect((await Promise.all(presses)).map(({ to }) => to).toSorted()).toEqual([
      '/sandbox?flash=decided',
      '/sandbox?flash=released',
    ])
    expect(await rows()).toEqual({ code: 'paid', statement: [['SUCCESS', 134]] })
    expect(await rowOf(id)).toMatchObject({ memberId: null, suspectedAt: null, creditedAt: null })
    const friend = await server.newMember()
    expect(await claim(await phoneOf(server, friend))).toContain('flash=credited')
    expect([await member.wallet(), await friend.wallet()]).toEqual([13_400, 13_400])
    expect(await trailOf(id)).toMatchObject([
      { memberId: member.id, after: { verdict: 'suspected' } },
      { memberId: member.id, after: { verdict: 'released' } },
      { memberId: friend.id, after: { verdict: 'credited' } },
    ])
    await server.expectBalancedLedger()
  })

  test.each(['same', 'another', 'release'] as const)(
    'a held claim that was given to another member since the page was drawn is not decided by it: %s',
    async (verdict) => {
      const amount = { same: 14_100, another: 14_200, release: 14_300 }[verdict]
      const { member, id, claim } = await claimed(amount)
      const friend = await codeOf(amount)
      expect(await friend.pay()).toMatchObject({ outcome: 'credited' })
      const page = formsOn(await (await server.app.request('/sandbox')).text())
      // The last of its duplicates is the friend's payment, which it may still be afterwards.
      const fields = page
        .findLast(
          ({ action, fields: shown }) =>
            action === `/sandbox/suspected/${verdict}` && shown.some(({ values }) => values.includes(id)),
        )
        ?.fields.map(({ name, values }) => [name, values[0] ?? ''])
      await server.submitForm('/suspected/release', { id, member: member.id })
      expect(await claim(await phoneOf(server, friend.member))).toContain('flash=suspected')
      expect(
        (await server.submitForm(`/suspected/${verdict}`, Object.fromEntries(fields ?? []))).to,
      ).toContain('flash=decided')
      expect(await rowOf(id)).toMatchObject({ memberId: friend.member.id, creditedAt: null })
      expect([await member.wallet(), await friend.member.wallet()]).toEqual([amount, amount])
    },
  )

  test('a held transfer is not taken back where staff have not claimed it, or its code names the member', async () => {
    const release = async (id: string, of: string) => {
      expect(await hasRelease(id)).toBe(false)
      expect((await server.submitForm('/suspected/release', { id, member: of })).to).toContain(
        'flash=decided',
      )
      expect(await rowOf(id)).toMatchObject({ memberId: expect.any(String), creditedAt: null })
    }
    const { member, pay } = await codeOf(13_500)
    const sent = await kept(13_500)
    await server.submitForm('/unclaimed/return', { id: sent.id })
    expect(await pay()).toMatchObject({ outcome: 'suspected' })
    const [pair] = await suspectedOf(server, member)
    await release(pair?.transfer.id ?? '', member.id)

    const { member: payer, id, made } = await claimed(13_600)
    await payer.request(createQr, { params: { code: 'PAYTIMZ' }, body: { amount: 200 } })
    const [code] = await server.db
      .select()
      .from(qrCodes)
      .where(and(eq(qrCodes.memberId, payer.id), eq(qrCodes.channel, 'PAYTIMZ')))
    const { bankReference, amount, paidAt } = reportOf(made)
    const payment = { reference: code?.reference ?? '', bankReference, amount, paidAt }
    const told = await transact(server.db, (tx) => confirmQrPayment(tx, payment, server.clock.now()))
    expect(told).toMatchObject({ outcome: 'repeated' })
    await release(id, payer.id)
  })

  test('a code’s payment that may have been sent back waits for staff, and its row stays by itself', async () => {
    const { member, pay } = await codeOf(12_600)
    const { id, made } = await kept(12_600)
    await server.submitForm('/unclaimed/return', { id })
    expect(await pay()).toMatchObject({ outcome: 'suspected' })
    const [pair] = await suspectedOf(server, member)
    expect(pair?.duplicates).toMatchObject([{ id }])
    // Named by both references, it is the one that was sent back.
    expect(await pay(made)).toMatchObject({ outcome: 'repeated' })
    expect(await rowOf(id)).toMatchObject({ memberId: null, creditedAt: null, returnedAt: expect.any(Date) })
    expect(await member.wallet()).toBe(0)
  })

  test('one that may be a code’s payment within the hour is sent back only once the operator has seen that', async () => {
    const { pay } = await codeOf(12_700)
    const { id } = await kept(12_700)
    server.clock.advance(6 * MINUTE)
    // The page was drawn before this one was credited.
    expect(await pay()).toMatchObject({ outcome: 'credited' })
    expect((await server.submitForm('/unclaimed/return', { id })).to).toContain('flash=unlisted')
    expect(await rowOf(id)).toMatchObject({ returnedAt: null })
    expect(await trailOf(id)).toEqual([])
    const page = await (await server.app.request('/sandbox')).text()
    const listed = listedIn(page, '/sandbox/unclaimed/return', id)
    expect((await server.submitForm('/unclaimed/return', { id, listed })).to).toContain('flash=returned')
    expect(await trailOf(id)).toEqual([
      { memberId: null, after: { verdict: 'returned', transfer: [listed] } },
    ])
  })

  test('a code’s payment that was sent back brings nothing: the code ends, and the statement says so', async () => {
    const { member, pay, rows } = await codeOf(12_800)
    const { id } = await kept(12_800)
    await server.submitForm('/unclaimed/return', { id })
    server.clock.advance(6 * MINUTE)
    expect(await pay()).toMatchObject({ outcome: 'suspected' })
    expect(await rows()).toEqual({ code: 'late', statement: [['PROCESSING', 128]] })
    await sameBySuspicion(server, member)
    expect(await rows()).toEqual({ code: 'expired', statement: [['FAILED', 128]] })
    expect(await pay()).toMatchObject({ outcome: 'repeated' })
    expect(await rows()).toEqual({ code: 'expired', statement: [['FAILED', 128]] })
    expect(await member.wallet()).toBe(0)
  })

  test('a code stays paid when its second payment was sent back', async () => {
    const { member, pay, rows } = await codeOf(12_900)
    expect(await pay()).toMatchObject({ outcome: 'credited' })
    server.clock.advance(2 * MINUTE)
    const { id } = await kept(12_900)
    const listed = (await listUnclaimed(server.db, 100)).find(
      ({ transfer }) => transfer.id === id,
    )?.duplicates
    await server.submitForm('/unclaimed/return', { id, listed: listed?.[0]?.id ?? '' })
    expect(await pay()).toMatchObject({ outcome: 'late' })
    const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
    await server.submitForm('/qr/credit', await creditForm(server, code?.reference ?? ''))
    const [pair] = await suspectedOf(server, member)
    await server.submitForm('/suspected/same', { ...shownOf(pair), duplicate: id })
    expect(await rows()).toMatchObject({ code: 'paid' })
    expect((await rows()).statement.toSorted()).toEqual([
      ['FAILED', 129],
      ['SUCCESS', 129],
    ])
    expect(await member.wallet()).toBe(12_900)
    await server.expectBalancedLedger()
  })

  test('a code that a friend’s credited transfer paid ends without money for its member', async () => {
    const { member, pay, rows } = await codeOf(13_000)
    const friend = await server.newMember()
    const { id } = await kept(13_000)
    await server.submitSeen('/unclaimed/credit', { id, phone: await phoneOf(server, friend) })
    expect(await pay()).toMatchObject({ outcome: 'suspected' })
    await sameBySuspicion(server, member)
    expect(await rows()).toEqual({ code: 'expired', statement: [['FAILED', 130]] })
    expect([await member.wallet(), await friend.wallet()]).toEqual([0, 13_000])
  })

  test('a claim that its references give to another transfer is refused, says where that one is, and changes nothing', async () => {
    const [member, friend] = [await server.newMember(), await server.newMember()]
    const { id } = await kept(13_100)
    const known = await rowOf(id)
    if (!known) throw new Error('No transfer')
    const untold = { creditedAt: null, toAccount: null }
    const other = {
      ...known,
      ...untold,
      id: randomUUID(),
      amount: 13_200,
      memberId: member.id,
      paidAt: null,
    }
    await server.db
      .insert(incomingTransfers)
      .values({ ...other, reference: `other:${id}`, createdAt: later(known.createdAt, MINUTE) })
    const phone = await phoneOf(server, member)
    const refusal = `/sandbox?flash=named&transfer=${other.id}`
    const claim = async () => (await server.submitSeen('/unclaimed/credit', { id, phone })).to
    expect(await claim()).toBe(refusal)
    expect([await rowOf(id), await rowOf(other.id)]).toEqual([known, expect.objectContaining(untold)])
    expect(await member.wallet()).toBe(0)
    expect(await trailOf(id)).toEqual([])

    const credited = { memberId: friend.id, creditedAt: server.clock.now() }
    await server.db.update(incomingTransfers).set(credited).where(eq(incomingTransfers.id, other.id))
    expect(await claim()).toBe(refusal)
    const page = await (await server.app.request(refusal)).text()
    expect(page).toContain('another transfer has the same reference')
    expect(page).toContain(`132.00\u00A0฿ in the wallet of ${await phoneOf(server, friend)}.`)
    expect(await rowOf(id)).toEqual(known)
    expect([await member.wallet(), await friend.wallet()]).toEqual([0, 0])
  })
})
