import AES from 'crypto-js/aes.js'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { sendTrueLink } from '#api/contract/true-link.ts'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'
import { sandboxTruelinkKey } from '#lib/payments/truelink-key.ts'
import { HOUR } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { trueLinks } from '../../database/schema/deposits.ts'
import { depositAccounts } from '../../database/schema/site.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { listSuspected } from '../../deposits/decide-suspected.ts'
import { listUnclaimed } from '../../deposits/decide-unclaimed.ts'
import { receiveTransfer } from '../../deposits/receive-transfer.ts'
import { anotherForm, phoneOf } from '../../deposits/test-transfers.ts'
import { giftOwnReference } from '../../deposits/transfer-reference.ts'
import { makeTransfer } from '../../providers/sandbox/transfer-book.ts'
import { type TestServer, openTestServer, refused, type TestMember } from '../test-server.ts'

const CODE = '01900000000070008000000000000000Abc'
const linkTo = (code: string) => `https://gift.truemoney.com/campaign/?v=${code}`

describeOnOne('gift links', (open) => {
  let server: TestServer
  let counter = 0
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const freshLink = () => linkTo(`${CODE}${(counter += 1)}`)
  const seal = (text: string, key = sandboxTruelinkKey) => AES.encrypt(text, key).toString()
  const send = ({ request }: TestMember, link: string) => request(sendTrueLink, { body: { link } })

  test('is accepted once, from the first member, and credited after it was opened', async () => {
    const [member, other] = [await server.newMember(), await server.newMember()]
    const gift = `${freshLink()}::Champa Sandbox`
    expect((await send(member, seal(gift))).status).toBe(200)
    expect(await send(member, seal(gift))).toMatchObject(refused('TRUELINK_DUPLICATE'))
    expect(await send(other, seal(gift))).toMatchObject(refused('TRUELINK_DUPLICATE'))
    const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
    const listed = async () => (await member.request(listStatements, { body: { page: 1, limit: 10 } })).body
    expect(await listed()).toMatchObject({
      total: 1,
      statements: [{ from: 'TRUEWALLET', status: 'PROCESSING' }],
    })
    const fields = { code: row?.codeHash ?? '', amount: '20', verdict: 'settle' }
    expect((await server.submitSeen('/slips/gift', fields)).to).toContain('credited')
    expect(await listed()).toMatchObject({
      total: 1,
      statements: [{ from: 'TRUEWALLET', status: 'SUCCESS', amount: 20 }],
    })
    expect((await server.submitSeen('/slips/gift', fields)).to).toContain('decided')
    expect(await member.wallet()).toBe(2_000)
    await server.expectBalancedLedger()
  })

  test('is credited once even if sent and opened many times at once', async () => {
    const [member, other] = [await server.newMember(), await server.newMember()]
    const gift = seal(`${freshLink()}::Champa Sandbox`)
    const answers = await Promise.all([member, other, member, other].map((each) => send(each, gift)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const rows = await server.db.select().from(trueLinks)
    const mine = rows.filter(({ memberId }) => memberId === member.id || memberId === other.id)
    expect(mine).toHaveLength(1)
    const fields = { code: mine[0]?.codeHash ?? '', amount: '20', verdict: 'settle' }
    await Promise.all([1, 2, 3].map(() => server.submitSeen('/slips/gift', fields)))
    expect((await member.wallet()) + (await other.wallet())).toBe(2_000)
    await server.expectBalancedLedger()
  })

  test('staff are given twenty links of one member an hour, of whatever codes', async () => {
    const [member, other] = [await server.newMember(), await server.newMember()]
    const sendOne = (by: TestMember) => send(by, seal(`${freshLink()}::Champa Sandbox`))
    for (let n = 0; n < 20; n += 1) expect((await sendOne(member)).status).toBe(200)
    expect(await sendOne(member)).toMatchObject(refused('REQUEST_LIMIT', 429))
    const mine = eq(trueLinks.memberId, member.id)
    expect(await server.db.$count(trueLinks, mine)).toBe(20)
    expect((await sendOne(other)).status).toBe(200)
    server.clock.advance(HOUR)
    expect((await sendOne(member)).status).toBe(200)
  })

  test('an empty gift credits nothing and is not opened again', async () => {
    const member = await server.newMember()
    const gift = seal(`${freshLink()}::Champa Sandbox`)
    await send(member, gift)
    const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
    const code = row?.codeHash ?? ''
    expect((await server.submitSeen('/slips/gift', { code, verdict: 'refuse' })).to).toContain('rejected')
    const late = { code, amount: '20', verdict: 'settle' }
    expect((await server.submitSeen('/slips/gift', late)).to).toContain('decided')
    expect(await member.wallet()).toBe(0)
    const { body } = await member.request(listStatements, { body: { page: 1, limit: 10 } })
    expect(body.statements).toMatchObject([{ from: 'TRUEWALLET', status: 'FAILED', amount: 0 }])
    expect(await send(member, gift)).toMatchObject(refused('TRUELINK_DUPLICATE'))
  })

  /** A member's gift, and money under its own reference that the wallet app has told to be another member's. */
  async function giftOfAnother(amount: number) {
    const [member, other] = [await server.newMember(), await server.newMember()]
    await send(member, seal(`${freshLink()}::Champa Sandbox`))
    const mine = eq(trueLinks.memberId, member.id)
    const read = async () => (await server.db.select().from(trueLinks).where(mine))[0]
    const code = (await read())?.codeHash ?? ''
    const report = {
      source: 'feed',
      channel: TRUE_WALLET,
      amount,
      memberId: other.id,
      bankReference: null,
      ownReference: giftOwnReference(code),
      paidAt: server.clock.now(),
    } as const
    const now = server.clock.now()
    await transact(server.db, (tx) => receiveTransfer(tx, report, { credits: true, now }))
    const decide = async (verdict: 'settle' | 'refuse') =>
      (await server.submitSeen('/slips/gift', { code, amount: '20', verdict })).to
    const trail = () => server.db.select().from(auditEvents).where(eq(auditEvents.subject, code))
    return { member, other, read, decide, trail }
  }

  test('one whose money may be credited already waits for a person, and is not refused meanwhile', async () => {
    const { member, read, decide, trail } = await giftOfAnother(3_000)
    expect(await decide('settle')).toBe('/sandbox?flash=suspected')
    expect(await decide('refuse')).toBe('/sandbox?flash=received')
    expect(await read()).toMatchObject({ status: 'PENDING' })
    expect(await trail()).toMatchObject([
      { kind: 'gift-decided', memberId: member.id, after: { outcome: 'suspected', amount: 2_000 } },
    ])
    const [held] = await listSuspected(server.db, 10)
    await server.submitForm('/suspected/another', anotherForm(held))
    expect(await read()).toMatchObject({ status: 'SUCCESS' })
    expect(await member.wallet()).toBe(2_000)
    await server.expectBalancedLedger()
  })

  test('one whose money is in another wallet credits nothing, and says so', async () => {
    const { member, other, decide, trail } = await giftOfAnother(2_000)
    expect(await decide('settle')).toContain('elsewhere')
    expect([await member.wallet(), await other.wallet()]).toEqual([0, 2_000])
    expect(await trail()).toMatchObject([{ after: { outcome: 'failed', amount: 2_000 } }])
  })

  /** A gift out of another member's wallet app: what the app tells of its money, and the console's opening of its link. */
  async function givenByMember() {
    const [member, giver] = [await server.newMember(), await server.newMember()]
    await send(member, seal(`${freshLink()}::Champa Sandbox`))
    const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
    const code = row?.codeHash ?? ''
    const { id } = await makeTransfer(server.db, {
      memberId: null,
      channel: TRUE_WALLET,
      walletPhone: await phoneOf(server, giver),
      amount: 2_000,
      ownReference: giftOwnReference(code),
      paidAt: server.clock.now(),
    })
    const kept = async () =>
      (await listUnclaimed(server.db, 100)).filter(({ transfer }) => transfer.source === 'gift').length
    return {
      tell: async () => (await server.submitForm('/transfers/tell', { id })).to,
      openIt: async () =>
        (await server.submitSeen('/slips/gift', { code, amount: '20', verdict: 'settle' })).to,
      held: async () => [await member.wallet(), await giver.wallet(), await kept()],
    }
  }

  test('is not the giver’s again where the wallet app tells of it before it was opened', async () => {
    const { tell, openIt, held } = await givenByMember()
    expect(await tell()).toBe('/sandbox?flash=kept')
    expect(await held()).toEqual([0, 0, 1])
    expect(await (await server.app.request('/sandbox')).text()).toContain('out of a gift link')
    expect(await openIt()).toContain('credited')
    expect(await tell()).toContain('repeated')
    expect(await held()).toEqual([2_000, 0, 0])
    await server.expectBalancedLedger()
  })

  test('nor where it tells afterwards', async () => {
    const { tell, openIt, held } = await givenByMember()
    expect(await openIt()).toContain('credited')
    expect(await tell()).toContain('repeated')
    expect(await held()).toEqual([2_000, 0, 0])
  })

  test('the link is stored only as a hash', async () => {
    const member = await server.newMember()
    const link = freshLink()
    await send(member, seal(`${link}::Champa Sandbox`))
    const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
    expect(row?.codeHash).toMatch(/^[\w-]{40,}$/u)
    expect(JSON.stringify(row)).not.toContain(link.slice(-20))
  })

  test('only an open wallet of the site takes one: not its bank account, nor a wallet that was closed', async () => {
    const member = await server.newMember()
    const sendTo = (account: string) => send(member, seal(`${freshLink()}::${account}`))
    expect(await sendTo('CHAMPA SANDBOX CO LTD')).toMatchObject(refused('TRUELINK_INVALID'))
    const change = (enabled: boolean) =>
      server.db.update(depositAccounts).set({ enabled }).where(eq(depositAccounts.bankType, 'WALLET'))
    await change(false)
    expect(await sendTo('Champa Sandbox')).toMatchObject(refused('TRUELINK_INVALID'))
    await change(true)
    expect((await sendTo('Champa Sandbox')).status).toBe(200)
  })

  test('anything else is refused', async () => {
    const member = await server.newMember()
    const link = freshLink()
    const wrong = [
      link,
      'U2FsdGVkX18=',
      seal(link),
      seal(`${link}::`),
      seal(`${link}::Somebody else`),
      seal(`${link}::Champa Sandbox`, 'another key'),
      seal(`https://evil.example/?v=${CODE}::Champa Sandbox`),
    ]
    for (const text of wrong) expect(await send(member, text)).toMatchObject(refused('TRUELINK_INVALID'))
  })
})
