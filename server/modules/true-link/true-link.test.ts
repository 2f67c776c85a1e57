import AES from 'crypto-js/aes.js'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { sendTrueLink } from '#api/contract/wallet.ts'
import { sandboxTruelinkKey } from '#lib/truelink-key.ts'
import { trueLinks } from '../../database/schema/deposits.ts'
import { describeOnOne } from '../../database/test-database.ts'
import {
  type TestServer,
  openTestServer,
  SETUP_TIMEOUT_MS,
  refused,
  type TestMember,
} from '../test-server.ts'

const CODE = '01900000000070008000000000000000Abc'
const linkTo = (code: string) => `https://gift.truemoney.com/campaign/?v=${code}`

describeOnOne('gift links', (open) => {
  let server: TestServer
  let counter = 0
  beforeAll(async () => {
    server = await openTestServer(open)
  }, SETUP_TIMEOUT_MS)

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
    expect((await server.submitForm('/slips/gift', fields)).to).toContain('credited')
    expect(await listed()).toMatchObject({
      total: 1,
      statements: [{ from: 'TRUEWALLET', status: 'SUCCESS', amount: 20 }],
    })
    expect((await server.submitForm('/slips/gift', fields)).to).toContain('decided')
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
    await Promise.all([1, 2, 3].map(() => server.submitForm('/slips/gift', fields)))
    expect((await member.wallet()) + (await other.wallet())).toBe(2_000)
    await server.expectBalancedLedger()
  })

  test('an empty gift credits nothing and is not opened again', async () => {
    const member = await server.newMember()
    const gift = seal(`${freshLink()}::Champa Sandbox`)
    await send(member, gift)
    const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
    const code = row?.codeHash ?? ''
    expect((await server.submitForm('/slips/gift', { code, verdict: 'refuse' })).to).toContain('rejected')
    const late = { code, amount: '20', verdict: 'settle' }
    expect((await server.submitForm('/slips/gift', late)).to).toContain('decided')
    expect(await member.wallet()).toBe(0)
    const { body } = await member.request(listStatements, { body: { page: 1, limit: 10 } })
    expect(body.statements).toMatchObject([{ from: 'TRUEWALLET', status: 'FAILED', amount: 0 }])
    expect(await send(member, gift)).toMatchObject(refused('TRUELINK_DUPLICATE'))
  })

  test('the link is stored only as a hash', async () => {
    const member = await server.newMember()
    const link = freshLink()
    await send(member, seal(`${link}::Champa Sandbox`))
    const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
    expect(row?.codeHash).toMatch(/^[\w-]{40,}$/u)
    expect(JSON.stringify(row)).not.toContain(link.slice(-20))
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
