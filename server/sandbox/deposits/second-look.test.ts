import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { sendTrueLink } from '#api/contract/true-link.ts'
import { transact } from '../../database/query.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { slips, trueLinks } from '../../database/schema/deposits.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { receiveFromFeed } from '../../deposits/bank-feed.ts'
import { phoneOf, slipIn } from '../../deposits/test-transfers.ts'
import { bankReferenceOf } from '../../modules/slip/bank-reference.ts'
import { openTestServer, type TestMember, type TestServer } from '../../modules/test-server.ts'
import { newGiftLink } from '../../modules/true-link/test-gift-links.ts'
import { makeTransfer, reportOf, slipOf } from '../../providers/sandbox/transfer-book.ts'
import { confirmingIn } from '../test-console-forms.ts'

describeOnOne('the second look before a typed credit is booked', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const trailOf = (member: TestMember) => server.db.$count(auditEvents, eq(auditEvents.memberId, member.id))
  const look = async (path: string) => (await server.app.request(path)).text()

  /** A stranger's transfer, and a slip of it that the member has uploaded. */
  async function transferred(amount: number) {
    const member = await server.newMember()
    const paidAt = server.clock.now()
    const made = await makeTransfer(server.db, { memberId: null, channel: 'KBANK', amount, paidAt })
    const reference = await slipIn(server, member.id, bankReferenceOf(slipOf(made)!))
    const tell = () => transact(server.db, (tx) => receiveFromFeed(tx, reportOf(made), server.clock.now()))
    const settle = (baht: string, more = {}) =>
      server.submitForm('/slips/settle', { reference, amount: baht, ...more })
    return { member, phone: await phoneOf(server, member), made, reference, tell, settle }
  }

  test('of a slip says whose wallet gets how much, and books nothing until that is confirmed', async () => {
    const { member, phone, settle, reference } = await transferred(15_000)
    const { status, page } = await settle('1,500')
    expect(status).toBe(200)
    for (const said of [phone, 'SOMCHAI', '1,500.00\u00A0฿', 'Picture', `Credit 1,500.00\u00A0฿ to ${phone}`])
      expect(page).toContain(said)
    expect(page).toContain('No bank has reported this transfer: only the picture says how much it is.')
    const [slip] = await server.db.select().from(slips).where(eq(slips.reference, reference))
    expect([await member.wallet(), await trailOf(member), slip?.status]).toEqual([0, 0, 'PENDING'])
    expect(confirmingIn(page)).toEqual({ reference, amount: '1,500', shown: expect.any(String) })

    const presses = [1, 2].map(() => server.submitForm('/slips/settle', confirmingIn(page) ?? {}))
    const ends = (await Promise.all(presses)).map(({ to }) => to).toSorted()
    expect(ends).toEqual([
      expect.stringContaining('flash=credited&transfer='),
      '/sandbox/slips?flash=decided',
    ])
    expect(await look(ends[0] ?? '')).toContain(`Credited. 1,500.00\u00A0฿ in the wallet of ${phone}.`)
    expect([await member.wallet(), await trailOf(member)]).toEqual([150_000, 1])
    await server.expectBalancedLedger()
  })

  test('of a slip shows what was reported beside what was typed, and that the report counts', async () => {
    const { member, phone, settle, tell } = await transferred(15_000)
    await tell()
    const { page } = await settle('1500')
    expect(page).toContain('1,500.00\u00A0฿ was typed, but 150.00\u00A0฿ was reported: that is what counts.')
    expect(page).toContain('which is none of this member’s accounts')
    expect(page).toContain(`Credit 150.00\u00A0฿ to ${phone}`)
    const { to } = await server.submitForm('/slips/settle', confirmingIn(page) ?? {})
    expect(await look(to)).toContain(`Credited. 150.00\u00A0฿ in the wallet of ${phone}.`)
    expect(await member.wallet()).toBe(15_000)
  })

  test('is taken again where it has changed meanwhile: by a report, by the amount', async () => {
    const { member, settle, tell } = await transferred(15_000)
    const first = confirmingIn((await settle('1500')).page)
    await tell()
    for (const changed of [first ?? {}, { ...first, amount: '1501' }, { ...first, shown: 'forged' }]) {
      const { status, page } = await server.submitForm('/slips/settle', changed)
      expect([status, page]).toEqual([
        200,
        expect.stringContaining('Nothing was booked: it is not as it was shown. Look again.'),
      ])
    }
    expect([await member.wallet(), await trailOf(member)]).toEqual([0, 0])
  })

  test('of a slip says that nothing is credited where its money is in another wallet, or in this one', async () => {
    const { member, reference, settle, tell } = await transferred(16_000)
    const friend = await server.newMember()
    const { transfer } = await tell()
    const phone = await phoneOf(server, friend)
    await server.submitSeen('/unclaimed/credit', { id: transfer.id, phone })
    const { page } = await settle('160')
    expect(page).toContain(`The transfer is ${phone}’s`)
    expect(page).toContain('>Settle it without a credit<')
    const [slip] = await server.db.select().from(slips).where(eq(slips.reference, reference))
    const own = await slipIn(server, friend.id, slip?.bankReference ?? '')
    const theirs = await server.submitForm('/slips/settle', { reference: own, amount: '160' })
    expect(theirs.page).toContain('The transfer is in this wallet already')
    expect(theirs.page).toContain(
      `A slip of ${await phoneOf(server, member)} has the same bank reference: PENDING.`,
    )
    expect([await member.wallet(), await friend.wallet()]).toEqual([0, 16_000])
  })

  test('of a transfer of nobody’s says whose wallet gets it, and that the money came from elsewhere', async () => {
    const { member, phone, made, tell } = await transferred(17_000)
    const { transfer } = await tell()
    const other = await server.newMember()
    const wrong = await server.submitForm('/unclaimed/credit', {
      id: transfer.id,
      phone: await phoneOf(server, other),
    })
    const { page } = await server.submitForm('/unclaimed/credit', { id: transfer.id, phone })
    for (const said of [
      phone,
      '170.00\u00A0฿',
      made.fromAccount,
      made.bankReference,
      'none of this member’s',
    ])
      expect(page).toContain(said)
    expect([await member.wallet(), await trailOf(member)]).toEqual([0, 0])
    // What was shown of one member's wallet confirms nothing about another's.
    const shown = confirmingIn(wrong.page)?.['shown'] ?? ''
    const mixed = await server.submitForm('/unclaimed/credit', { id: transfer.id, phone, shown })
    expect(mixed.page).toContain('Nothing was booked')
    const { to } = await server.submitForm('/unclaimed/credit', confirmingIn(page) ?? {})
    expect(await look(to)).toContain(`Credited. 170.00\u00A0฿ in the wallet of ${phone}.`)
    expect([await member.wallet(), await other.wallet()]).toEqual([17_000, 0])
    const rows = await member.request(listStatements, { body: { page: 1, limit: 10 } })
    expect(rows.body.statements).toMatchObject([{ statementType: 'deposit', amount: 170 }])
  })

  test('of a gift link says whose wallet gets what was typed', async () => {
    const member = await server.newMember()
    await member.request(sendTrueLink, { body: { link: newGiftLink() } })
    const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
    const code = row?.codeHash ?? ''
    const phone = await phoneOf(server, member)
    const { page } = await server.submitForm('/slips/gift', { code, amount: '190', verdict: 'settle' })
    expect(page).toContain(`Credit 190.00\u00A0฿ to ${phone}`)
    expect([await member.wallet(), await trailOf(member)]).toEqual([0, 0])
    const changed = { ...confirmingIn(page), amount: '1900' }
    expect((await server.submitForm('/slips/gift', changed)).page).toContain('Nothing was booked')
    const { to } = await server.submitForm('/slips/gift', confirmingIn(page) ?? {})
    expect(await look(to)).toContain(`Credited. 190.00\u00A0฿ in the wallet of ${phone}.`)
    expect([await member.wallet(), await trailOf(member)]).toEqual([19_000, 1])
  })

  test('the message says nothing that a crafted address claims', async () => {
    const { tell } = await transferred(18_000)
    const { transfer } = await tell()
    const page = await look(`/sandbox?flash=credited&transfer=${transfer.id}&transfer=x`)
    expect(page).toMatch(/role="status"[^>]*>Credited\.</u)
  })
})
