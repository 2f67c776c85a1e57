import { asc, eq, or } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createQr } from '#api/contract/qrcode.ts'
import { later, MINUTE } from '../clock.ts'
import { auditEvents } from '../database/schema/audit.ts'
import { incomingTransfers, qrCodes, sandboxTransfers } from '../database/schema/deposits.ts'
import { describeOnEach } from '../database/test-database.ts'
import { readQueues } from '../modules/health/queues.ts'
import { programOf } from '../modules/test-crash.ts'
import { openTestServer, type TestMember, type TestServer } from '../modules/test-server.ts'
import type { SandboxTransfer } from '../providers/sandbox/transfer-book.ts'
import { showTime } from '../sandbox/markup.ts'
import { formsOn, listedIn } from '../sandbox/test-console-forms.ts'
import { anotherBySuspicion, creditForm, phoneOf } from './test-transfers.ts'

const NOTE = '/sandbox/paid-twice/note'
const RETURN = '/sandbox/unclaimed/return'

describeOnEach('one transfer that was paid twice', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const consolePage = async () => (await server.app.request('/sandbox')).text()
  const flashOf = async (path: string, fields: Record<string, string>) =>
    (await server.submitForm(path, fields)).to.replace('/sandbox?flash=', '').split('&')[0]
  const tell = ({ id }: SandboxTransfer, by = '') => flashOf('/transfers/tell', { id, by })
  const queue = async () =>
    (await readQueues(server.db, server.clock.now())).find(({ name }) => name === 'twice-paid-transfers')
  const kept = async () =>
    formsOn(await consolePage())
      .filter(({ action }) => action === NOTE)
      .map(({ fields }) => fields.find(({ name }) => name === 'id')?.values[0] ?? '')
  const trailOf = (subject: string) =>
    server.db.select().from(auditEvents).where(eq(auditEvents.subject, subject)).orderBy(asc(auditEvents.id))

  /** A code that is paid, and of which nobody has told the house. */
  async function paidCode({ id, request }: TestMember, baht: number) {
    await request(createQr, { params: { code: 'KBANK' }, body: { amount: baht } })
    const [code] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, id))
    await server.submitForm('/qr/pay', { reference: code?.reference ?? '', told: 'later' })
    const [made] = await server.db
      .select()
      .from(sandboxTransfers)
      .where(eq(sandboxTransfers.ownReference, `qr:${code?.reference}`))
    if (!made) throw new Error('Nothing was made')
    return made
  }
  const change = (made: SandboxTransfer, values: Partial<SandboxTransfer>) =>
    server.db.update(sandboxTransfers).set(values).where(eq(sandboxTransfers.id, made.id))
  const rowsOf = ({ bankReference, ownReference }: SandboxTransfer) =>
    server.db
      .select()
      .from(incomingTransfers)
      .where(
        or(
          eq(incomingTransfers.bankReference, bankReference),
          eq(incomingTransfers.ownReference, ownReference ?? ''),
        ),
      )
      .orderBy(asc(incomingTransfers.createdAt))

  /** Has the transfer come from a stranger, and sent back once the bank has told of it. */
  async function sendBack(made: SandboxTransfer) {
    await change(made, { fromAccount: '9990000001', fromName: 'STRANGER' })
    expect(await tell(made, 'bank')).toBe('kept')
    const [{ id } = { id: '' }] = await rowsOf(made)
    const listed = listedIn(await consolePage(), RETURN, id)
    expect(await flashOf('/unclaimed/return', { id, listed })).toBe('returned')
  }

  /** The bank's and the channel's row of one transfer, both of them spent. */
  const spent: Record<string, (member: TestMember, made: SandboxTransfer) => Promise<void>> = {
    'both credited, the second because staff took it for another': async (member, made) => {
      expect(await tell(made, 'bank')).toBe('added')
      expect(await tell(made, 'channel')).toBe('suspected')
      await anotherBySuspicion(server, member)
    },
    'both credited, the bank’s clock an hour and a minute behind': async (_, made) => {
      await change(made, { paidAt: later(made.paidAt, -61 * MINUTE) })
      expect(await tell(made, 'bank')).toBe('added')
      await change(made, { paidAt: made.paidAt })
      expect(await tell(made, 'channel')).toBe('paid')
    },
    'sent back, and credited': async (member, made) => {
      await sendBack(made)
      expect(await tell(made, 'channel')).toBe('suspected')
      await anotherBySuspicion(server, member)
    },
    'sent back, named by both references, and credited by staff all the same': async (member, made) => {
      await sendBack(made)
      expect(await tell(made, 'channel')).toBe('suspected')
      expect(await tell(made)).toBe('repeated')
      await anotherBySuspicion(server, member)
    },
  }

  test.each(Object.entries(spent))('%s: is kept once, until staff note it', async (name, spend) => {
    // A transfer is known by its bank's reference and its day.
    server.clock.advanceToNoon()
    const member = await server.newMember()
    const made = await paidCode(member, 888)
    await spend(member, made)
    const isReturned = name.startsWith('sent back')
    const wallet = (isReturned ? 1 : 2) * made.amount
    expect(await member.wallet()).toBe(wallet)
    expect(await queue()).toMatchObject({ size: 0 })

    server.clock.advance(5 * MINUTE)
    const saidAt = server.clock.now()
    // On two processes at once, and again.
    const other = programOf(server.context, '')
    const told = await Promise.all([
      tell(made),
      other.submitForm('/transfers/tell', { id: made.id }).then(({ to }) => to.split('flash=')[1]),
    ])
    expect([...told, await tell(made)]).toEqual(['paid-twice', 'paid-twice', 'paid-twice'])
    server.clock.advance(MINUTE)
    expect(await queue()).toEqual({ name: 'twice-paid-transfers', size: 1, oldest: 60 })
    const [id = '', ...more] = await kept()
    expect(more).toEqual([])

    const page = await consolePage()
    const [, section = ''] = /<h2 id="twice">([^]*?)<\/section>/u.exec(page) ?? []
    const rows = await rowsOf(made)
    expect(rows).toHaveLength(2)
    const shown = section.split('<tr>').slice(-2).join('').replaceAll(/\s+/gu, ' ')
    for (const each of [
      await phoneOf(server, member),
      made.bankReference,
      made.ownReference,
      '888.00',
      `shown to be one with the next ${showTime(saidAt)}`,
      ...rows.map(({ creditedAt, returnedAt }) =>
        creditedAt ? `Credited ${showTime(creditedAt)}` : `Sent back ${showTime(returnedAt ?? saidAt)}`,
      ),
      ...rows.map(({ paidAt }) => `paid ${showTime(paidAt ?? saidAt)}`),
    ])
      expect(shown).toContain(each)
    expect(shown.includes('Sent back')).toBe(isReturned)

    expect(await flashOf('/paid-twice/note', { id, reason: ' ' })).toBe('unsaid')
    expect(await queue()).toMatchObject({ size: 1 })
    const reason = 'Paid back by the member <11/28>'
    const presses = [1, 2].map(() => flashOf('/paid-twice/note', { id, reason }))
    expect((await Promise.all(presses)).toSorted()).toEqual(['decided', 'noted'])
    expect(await tell(made)).toBe('paid-twice')
    expect([await queue(), await kept()]).toEqual([{ name: 'twice-paid-transfers', size: 0, oldest: 0 }, []])
    expect(await trailOf(id)).toMatchObject([
      { kind: 'transfer-paid-twice', actor: 'system', memberId: member.id, createdAt: saidAt },
      {
        kind: 'transfer-paid-twice-noted',
        actor: 'operator',
        memberId: member.id,
        after: { reason },
      },
    ])
    expect(await member.wallet()).toBe(wallet)
    await server.expectBalancedLedger()
  })

  test('credited to two members, is in the trail of both', async () => {
    const [member, friend] = [await server.newMember(), await server.newMember()]
    const made = await paidCode(member, 777)
    const { fromAccount, ...rest } = await paidCode(friend, 1)
    expect(rest.id).not.toBe(made.id)
    await change(made, { fromAccount })
    expect(await tell(made, 'channel')).toBe('paid')
    expect(await tell(made, 'bank')).toBe('suspected')
    await anotherBySuspicion(server, friend)
    expect(await tell(made)).toBe('paid-twice')
    const [id = ''] = await kept()
    const page = await consolePage()
    for (const one of [member, friend]) expect(page).toContain(await phoneOf(server, one))
    expect(await flashOf('/paid-twice/note', { id, reason: 'x' })).toBe('noted')
    const trail = await trailOf(id)
    expect(trail.map(({ kind }) => kind)).toEqual([
      'transfer-paid-twice',
      'transfer-paid-twice',
      'transfer-paid-twice-noted',
      'transfer-paid-twice-noted',
    ])
    expect(new Set(trail.map(({ memberId }) => memberId))).toEqual(new Set([member.id, friend.id]))
    expect([await member.wallet(), await friend.wallet()]).toEqual([77_700, 77_700])
  })

  test('is none where the payment that the bank names has been known to be of the code', async () => {
    const member = await server.newMember()
    const made = await paidCode(member, 666)
    expect(await tell(made)).toBe('paid')
    await change(made, { paidAt: later(made.paidAt, -61 * MINUTE) })
    expect(await tell(made, 'channel')).toBe('late')
    const reference = made.ownReference?.replace('qr:', '') ?? ''
    expect(await flashOf('/qr/credit', await creditForm(server, reference))).toBe('suspected')
    await anotherBySuspicion(server, member)
    expect(await member.wallet()).toBe(2 * made.amount)
    await change(made, { paidAt: later(made.paidAt, -30 * MINUTE) })
    expect(await tell(made)).toBe('repeated')
    expect(await kept()).toEqual([])
  })
})
