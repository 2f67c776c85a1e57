import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { sendChatMessage } from '#api/contract/chat.ts'
import { createQr } from '#api/contract/qrcode.ts'
import { withdraw } from '#api/contract/wallet.ts'
import { sendTrueLink } from '#api/contract/true-link.ts'
import { transact } from '../database/query.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { describeOnOne } from '../database/test-database.ts'
import { slipIn } from '../deposits/test-transfers.ts'
import { decideWithdrawal } from '../modules/withdraw/decide-withdrawal.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { makeTransfer, reportOf } from '../providers/sandbox/transfer-book.ts'
import { receiveFromFeed } from '../deposits/bank-feed.ts'
import { newGiftLink } from '../modules/true-link/test-gift-links.ts'
import { placeNames } from './places.ts'
import { sandboxPages } from './sandbox-pages.ts'
import { formsOn, linksOn } from './test-console-forms.ts'

/** What no form of the console sends, each of which something behind a form may choke on: an emoji that is cut in two stands first. */
const hostile = [
  `${'x'.repeat(499)}💩`,
  `${'x'.repeat(99)}💩`,
  '',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '2026-02-31T00:00:00.000Z',
  'then',
  '8640000000000000',
  '99999999999999999999',
  '-1',
  '0x10',
  'NaN',
  'Infinity',
  "'; drop table members; --",
  '{{7*7}}',
  '00000000-0000-0000-0000-00000000000g',
  randomUUID(),
  'a:b:c',
  '|||',
  '[',
  '{"message_type":"x","payload":[]}',
]

describeOnOne('what is forged for the console', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const look = async (path: string) => (await server.app.request(path)).text()
  const errors = () => server.logged.filter((line) => line.includes('"event":"failed"'))

  /** Leaves one of everything that the console lists, so that its forms are there. */
  async function fill(): Promise<void> {
    const member = await server.newMember({ wallet: 200_000 })
    const { request, id } = member
    const [now, { db }] = [server.clock.now(), server]
    await request(createQr, { params: { code: 'KBANK' }, body: { amount: 100 } })
    await request(sendTrueLink, { body: { link: newGiftLink() } })
    await request(sendChatMessage, { body: { message: { message_type: 'text', payload: { text: 'help' } } } })
    await slipIn(server, id, '014:FORGED0001')
    const made = await makeTransfer(db, { memberId: null, channel: 'KBANK', amount: 700, paidAt: now })
    await transact(db, (tx) => receiveFromFeed(tx, reportOf(made), now))
    for (const end of ['refused', 'pending']) {
      await request(withdraw, { body: { amount: 300 } })
      if (end === 'pending') continue
      const [row] = await db.select().from(withdrawals).where(eq(withdrawals.memberId, id))
      await server.submitForm('/withdrawals/refuse', await server.decisionOf(row?.id ?? ''))
      await transact(db, (tx) => decideWithdrawal(server.context, tx, row?.id ?? '', { status: 'settled' }))
    }
  }

  /** Every form that is found on the console's pages, and a few of what is listed nowhere here. */
  async function allForms() {
    const pages = new Set(['/sandbox'])
    for (const path of pages) for (const link of linksOn(await look(path))) pages.add(link)
    const found = []
    for (const path of pages) found.push(...formsOn(await look(path)))
    const byAction = new Map(
      found.map(({ action, fields }) => [
        action,
        Object.fromEntries(fields.map(({ name, values }) => [name, values[0] ?? '1'])),
      ]),
    )
    const id = randomUUID()
    const [member, duplicate, reference] = [id, id, id]
    const stuckAt = server.clock.now().toISOString()
    byAction.set('/sandbox/stuck', { id, verdict: 'again', stuckAt })
    byAction.set('/sandbox/suspected/same', { id, member, duplicate })
    byAction.set('/sandbox/suspected/another', { id, member, listed: id })
    byAction.set('/sandbox/suspected/release', { id, member })
    byAction.set('/sandbox/paid-twice/note', { id, reason: 'x' })
    byAction.set('/sandbox/withdrawals/currency', { id, currency: 'LAK' })
    byAction.set('/sandbox/withdrawals/account-currency', { id: '1', currency: 'LAK' })
    byAction.set('/sandbox/withdrawals/inquire', { id })
    byAction.set('/sandbox/withdrawals/hand-over', { id })
    byAction.set('/sandbox/qr/credit', { reference, listed: id })
    byAction.set('/sandbox/games/PG/rounds', { visit: 'x', round: id, amount: '1', result: 'win' })
    return byAction
  }

  test(
    'no value of a field ends in an internal error, and a refusal has words',
    { timeout: 120_000 },
    async () => {
      await fill()
      const forms = await allForms()
      const failed: unknown[] = []
      for (const [action, fields] of forms)
        for (const name of Object.keys(fields))
          for (const value of hostile) {
            const body = new URLSearchParams({ ...fields, [name]: value })
            const answer = await server.app.request(action, { method: 'POST', body })
            const isRight = answer.status < 500 && answer.headers.get('content-type') !== 'application/json'
            if (!isRight) failed.push([action, name, value, answer.status])
          }
      const wanted = sandboxPages(server.context).routes.flatMap(({ method, path }) =>
        method === 'POST' && !path.includes(':') ? [`/sandbox${path.replace(/\/$/u, '')}`] : [],
      )
      expect(wanted.filter((path) => !forms.has(path) && path !== '/sandbox/key')).toEqual([])
      expect(failed).toEqual([])
      expect(errors()).toEqual([])
      await server.expectBalancedLedger()
    },
  )

  test('no address ends in an internal error', async () => {
    const failed: unknown[] = []
    const own = ['flash', 'language', 'round', 'amount', 'visit', 'ticket', 'transfer']
    const names = [...own, ...placeNames]
    const paths = sandboxPages(server.context).routes.flatMap(({ method, path }) =>
      method === 'GET' ? [path.replace(/\{[^}]*\}+/u, '')] : [],
    )
    for (const path of new Set(paths))
      for (const value of hostile) {
        const said = encodeURIComponent(value)
        const search = new URLSearchParams(names.map((name) => [name, value]))
        const address = `/sandbox${path.replaceAll(/:\w+/gu, said)}?${search}`
        const { status } = await server.app.request(address)
        if (status >= 500) failed.push([address, status])
      }
    expect(failed).toEqual([])
    expect(errors()).toEqual([])
  })
})
