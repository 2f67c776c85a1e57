import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus } from '#api/contract/bonus.ts'
import { exportStatements } from '#api/contract/statement-figures.ts'
import { listStatements } from '#api/contract/statement.ts'
import { transfer, withdraw } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { textsOf } from '../../../tests/support/words.ts'
import { MINUTE } from '../../clock.ts'
import { statements } from '../../database/schema/statements.ts'
import { transact } from '../../database/query.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { boundReward, takeRewardBack } from '../bonus/bonus-service.ts'
import { openTestServer, refused, type TestServer } from '../test-server.ts'
import { exportWords } from './export-texts.ts'
import { readCsv } from './test-csv.ts'

const always = { from: '2020-01-01T00:00:00Z', until: '2029-01-01T00:00:00Z' }

describeOnOne('the statement as a file', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  test('has every row, oldest first, in the language of the request, with the amounts as the ledger has them', async () => {
    const member = await server.newMember({ wallet: 100_000_25 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 300.25 } })
    await member.request(withdraw, { body: { amount: 1200 } })
    const read = async (language: string) => {
      const headers = { 'Accept-Language': language }
      const answer = await member.request(exportStatements, { body: always, headers })
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body.startsWith('\uFEFF')).toBe(true)
      return readCsv(answer.body)
    }
    const [heads = [], ...rows] = await read('en')
    const column = (name: string) => rows.map((row) => row[heads.indexOf(name)])
    expect(column('Activity')).toEqual(['Deposit', expect.stringMatching(/^Transfer to /u), 'Withdraw'])
    expect(column('Status')).toEqual(['Success', 'Success', 'Processing'])
    expect(column('Amount in baht')).toEqual(['100000.25', '300.25', '-1200.00'])
    expect(column('Wallet change in baht')).toEqual(['100000.25', '-300.25', '-1200.00'])
    expect(column('Wallet after this in baht')).toEqual(['100000.25', '99700.00', '98500.00'])
    expect(column('Fee in baht')).toEqual(['0.00', '0.00', '0.00'])
    expect(column('To')).toEqual([
      'Wallet',
      expect.any(String),
      expect.stringMatching(/^Kasikornbank …\d{4}$/u),
    ])
    const { body } = await member.request(listStatements, { body: { page: 1, limit: 10 } })
    expect(column('Reference')).toEqual(body.statements.map(({ reference }) => reference ?? '').toReversed())
    expect((await read('th'))[0]?.slice(0, 3)).toEqual(['วันที่', 'เวลา', 'รายการ'])
    expect((await read('lo'))[0]?.slice(0, 3)).toEqual(['ວັນທີ', 'ເວລາ', 'ລາຍການ'])
  })

  test('a reward that goes back to the house is money out of the wallet; the end of one alone moves nothing', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await transact(server.db, async (tx) => {
      const reward = await boundReward(tx, member.id)
      await takeRewardBack(tx, { memberId: member.id, reward: reward!, fromWallet: 10_000 })
    })
    await server.db.insert(statements).values({ memberId: member.id, type: 'finish_bonus', amount: 10_000 })
    const headers = { 'Accept-Language': 'en' }
    const { body } = await member.request(exportStatements, { body: always, headers })
    const [heads = [], ...rows] = readCsv(body)
    const column = (name: string) => rows.map((row) => row[heads.indexOf(name)])
    expect(column('Activity').slice(1)).toEqual(['Bonus', 'Bonus taken back', 'Bonus finished'])
    expect(column('Amount in baht')).toEqual(['1000.00', '100.00', '-100.00', '100.00'])
    expect(column('Wallet change in baht')).toEqual(['1000.00', '100.00', '-100.00', '0.00'])
    expect(column('Wallet after this in baht')).toEqual(['1000.00', '1100.00', '1000.00', ''])
    // By this the app tells one from the other.
    const listed = (await member.request(listStatements, { body: { page: 1, limit: 2 } })).body.statements
    expect(listed.map(({ fee }) => fee)).toEqual([null, 0])
  })

  test('names the channels of deposits as the app does', async () => {
    const member = await server.newMember()
    const row = { type: 'deposit', amount: 100, to: 'WALLET', memberId: member.id } as const
    await server.db
      .insert(statements)
      .values(['KBANK', ...Object.keys(exportWords.en.channels)].map((from) => ({ ...row, from })))
    const { body } = await member.request(exportStatements, {
      body: always,
      headers: { 'Accept-Language': 'th' },
    })
    const [heads = [], ...rows] = readCsv(body)
    const senders = new Set(rows.map((cells) => cells[heads.indexOf('จาก')]))
    const app = textsOf('th')
    const payments = Object.values(exportWords.en.channels).map((english) => app.get(english))
    expect(senders).toEqual(new Set(['ธนาคารกสิกรไทย', ...payments]))
  })

  test('has the rows of the range and filter alone, and of nobody else; times are Bangkok’s', async () => {
    const [member, stranger] = [await server.newMember(), await server.newMember()]
    const row = { type: 'deposit', amount: 100, from: 'KBANK', to: 'WALLET' } as const
    await server.db.insert(statements).values([
      { ...row, memberId: member.id, createdAt: new Date('2026-01-31T16:59:59.999Z') },
      { ...row, memberId: member.id, amount: 200, createdAt: new Date('2026-01-31T17:00:00.000Z') },
      {
        ...row,
        memberId: member.id,
        amount: 300,
        type: 'bonus',
        createdAt: new Date('2026-02-10T00:00:00Z'),
      },
      { ...row, memberId: member.id, amount: 400, createdAt: new Date('2026-02-28T17:00:00.000Z') },
      { ...row, memberId: stranger.id, amount: 500, createdAt: new Date('2026-02-10T00:00:00Z') },
    ])
    const february = { from: '2026-01-31T17:00:00Z', until: '2026-02-28T17:00:00Z' }
    const read = async (only: object = {}) => {
      const { body } = await member.request(exportStatements, { body: { ...february, ...only } })
      return readCsv(body)
        .slice(1)
        .map(([date, time, , , amount]) => [date, time, amount])
    }
    expect(await read()).toEqual([
      ['01/02/2026', '00:00:00', '2.00'],
      ['10/02/2026', '07:00:00', '3.00'],
    ])
    expect(await read({ statementTypes: ['deposit'] })).toEqual([['01/02/2026', '00:00:00', '2.00']])
    expect(await read({ search: '3' })).toEqual([['10/02/2026', '07:00:00', '3.00']])
  })

  test('runs nothing as a formula, whatever a bank wrote into a note', async () => {
    const member = await server.newMember()
    const notes = ['=HYPERLINK("http://evil")', '+66', '-2+3', '@SUM(A1)', '\tx', 'a,"b"\r\n=c']
    await server.db
      .insert(statements)
      .values(notes.map((note) => ({ memberId: member.id, type: 'withdraw' as const, amount: 1, note })))
    const { body } = await member.request(exportStatements, { body: always })
    const [heads = [], ...rows] = readCsv(body)
    const shown = rows.map((row) => row[heads.length - 1])
    expect(shown).toEqual(notes.map((note) => (/^[=+\-@\t]/u.test(note) ? `'${note}` : note)))
  })

  test('a long history has each row once, also of one moment, and a reader who leaves stops it', async () => {
    const member = await server.newMember()
    await server.db.execute(sql`insert into statements (member_id, type, amount, created_at)
      select ${member.id}, 'deposit', n, timestamptz '2026-01-01' + n / 700 * interval '1 day' from generate_series(1, 1700) n`)
    const { body } = await member.request(exportStatements, { body: always })
    const amounts = readCsv(body)
      .slice(1)
      .map((row) => Number(row[4]) * 100)
    expect(amounts.map((satang) => Math.round(satang))).toEqual(
      Array.from({ length: 1700 }, (_, index) => index + 1),
    )

    const response = await server.app.request('/api/statement/csv', {
      method: 'POST',
      headers: { Authorization: `Bearer ${member.request.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(always),
    })
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  test('a member may ask for six a minute', async () => {
    const member = await server.newMember()
    const ask = async () => (await member.request(exportStatements, { body: always })).status
    const asked: number[] = []
    for (let count = 0; count < 7; count += 1) asked.push(await ask())
    expect(asked).toEqual([200, 200, 200, 200, 200, 200, 429])
    const stranger = await server.newMember()
    expect((await stranger.request(exportStatements, { body: always })).status).toBe(200)
    server.clock.advance(MINUTE)
    expect(await ask()).toBe(200)
  })

  test('needs a member', async () => {
    const visitor = await server.client()
    expect(await visitor(exportStatements, { body: always })).toMatchObject(refused('UNAUTHORIZED', 401))
  })
})
