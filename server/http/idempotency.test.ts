import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { getOperation } from '#api/contract/operation.ts'
import { operation } from '#api/contract/call.ts'
import { DAY } from '../clock.ts'
import { operations } from '../database/schema/access.ts'
import { addMember, describeOnEach } from '../database/test-database.ts'
import { house, walletOf } from '../ledger/accounts.ts'
import { balancesOf } from '../ledger/balances.ts'
import { post } from '../ledger/post.ts'
import { sweepAll } from '../jobs/clean-up.ts'
import { routes as operationRoutes } from '../modules/operation/operation-routes.ts'
import { answerError } from './answer.ts'
import { mountRoutes } from './mount-routes.ts'
import { countRefusal } from './operations/count-refusal.ts'
import { ApiError } from './api-error.ts'
import { requestLog } from './request-log.ts'
import { route } from './route.ts'
import type { ServerEnv } from './server-env.ts'
import { type Client, clientOf, openTestApp, type TestApp } from './test-app.ts'

const paying = {
  body: v.object({ satang: v.number(), ending: v.optional(v.string(), 'done') }),
  reply: v.object({ balance: v.number() }),
  errors: ['MONEY_NOT_ENOUGH'],
} as const
const pay = operation('testPay', 'POST /api/test/pay', paying)
const tell = operation('testTell', 'POST /api/test/tell', { ...paying, reply: v.unknown() })
const payAgain = operation('testPayAgain', 'POST /api/test/pay-again', paying)

describeOnEach('Idempotency-Key', (open, kind) => {
  let t: TestApp
  let hono: Hono<ServerEnv>
  let hold: Promise<void> = Promise.resolve()
  let entered = () => {}
  let isRefusing = false

  const telling = route(tell, ({ body }) => {
    if (body.ending === 'refuse') throw new ApiError('MONEY_NOT_ENOUGH', 400, { reason: 'on purpose' })
    return { balance: 0.1, a: '"ก', balances: [] }
  })
  const routes = [pay, payAgain].map((call) =>
    route(call, async ({ app, db, member, body, operationId, afterCommit }) => {
      const posted = await post(db, {
        operationId: `test:${operationId}`,
        kind: 'deposit',
        legs: [
          { account: house.bank('TEST'), amount: -body.satang },
          { account: walletOf(member.id), amount: body.satang },
        ],
      })
      afterCommit(() => app.realtime.walletChanged(member.id, 'deposit'))
      entered()
      await hold
      if (body.ending === 'refuse' || isRefusing) throw new ApiError('MONEY_NOT_ENOUGH')
      if (body.ending === 'crash') throw new Error('the power went out')
      return { balance: posted.outcome === 'short' ? 0 : (posted.balances[walletOf(member.id)] ?? 0) }
    }),
  )

  function serve(): Hono<ServerEnv> {
    const server = new Hono<ServerEnv>()
    server.use(requestLog(t.context))
    mountRoutes(server, t.context, [...routes, telling, ...operationRoutes])
    server.onError((error, c) => answerError(c, error, c.get('log')))
    return server
  }

  beforeAll(async () => {
    t = await openTestApp(open)
    hono = serve()
  })

  async function newMember(): Promise<{ id: string; request: Client; balance: () => Promise<number> }> {
    const id = await addMember(t.db)
    const { token } = await t.client(id)
    return { id, request: clientOf(hono, token), balance: async () => (await balancesOf(t.db, id)).wallet }
  }

  /** Holds the next operations inside their transaction; `inside` resolves when one has arrived there. */
  function gate() {
    let release = () => {}
    hold = new Promise((resolve) => {
      release = () => {
        hold = Promise.resolve()
        resolve()
      }
    })
    const inside = new Promise<void>((resolve) => {
      entered = resolve
    })
    return { release: () => release(), inside }
  }

  test('a repeat gets the first answer and does nothing', async () => {
    const { request, balance } = await newMember()
    const key = randomUUID()
    const first = await request(pay, { body: { satang: 100 }, key })
    const events = t.events.length
    const second = await request(pay, { body: { satang: 100 }, key: key.toUpperCase() })
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(await balance()).toBe(100)
    expect(t.events).toHaveLength(events)
  })

  test('without a key, or with a new one, each call is its own operation', async () => {
    const { request, balance } = await newMember()
    await request(pay, { body: { satang: 100 }, key: null })
    await request(pay, { body: { satang: 100 }, key: null })
    await request(pay, { body: { satang: 100 } })
    expect(await balance()).toBe(300)
  })

  // The embedded database has one connection, and one process.
  test.runIf(kind === 'postgres').each([
    ['done', 0],
    ['refused', 0],
    ['refused', 200],
  ])(
    'a refusal that another process records meanwhile is the answer, and nothing is done beside it (%s here, after %i refusals)',
    async (here, refusals) => {
      const { id, request, balance } = await newMember()
      const key = randomUUID()
      const mine = and(eq(operations.owner, id), eq(operations.key, key))
      isRefusing = true
      const first = await request(pay, { body: { satang: 100 }, key })
      expect(first).toMatchObject({ status: 400, body: { message: 'MONEY_NOT_ENOUGH' } })
      // The other process is refused, and has not recorded it when this one looks for it.
      const [refusal] = await t.db.delete(operations).where(mine).returning()
      if (!refusal) throw new Error('The refusal was not recorded')
      isRefusing = here === 'refused'
      for (let n = 0; n < refusals; n += 1) await countRefusal(t.db, id, t.clock.now())
      const { release, inside } = gate()
      const second = request(pay, { body: { satang: 100 }, key })
      await inside
      await t.db.insert(operations).values(refusal)
      release()
      expect(await second).toMatchObject({ status: 400, body: first.body })
      isRefusing = false
      expect(await request(pay, { body: { satang: 100 }, key })).toMatchObject({
        status: 400,
        body: first.body,
      })
      expect(await balance()).toBe(0)
    },
  )

  // The embedded database has one connection: there the repeat waits, and then gets the first answer.
  test.runIf(kind === 'postgres')('while the first still runs, a repeat is turned away', async () => {
    const { request, balance } = await newMember()
    const key = randomUUID()
    const { release, inside } = gate()
    const first = request(pay, { body: { satang: 100 }, key })
    await inside
    const repeats = await Promise.all(
      Array.from({ length: 5 }, () => request(pay, { body: { satang: 100 }, key })),
    )
    const meanwhile = await request(getOperation, { params: { key } })
    release()
    expect(meanwhile.body).toEqual({ status: 'unknown', running: true })
    expect(repeats.map(({ status, body }) => [status, body.message])).toEqual(
      Array.from({ length: 5 }, () => [409, 'REQUEST_LIMIT']),
    )
    expect((await first).status).toBe(200)
    expect(await balance()).toBe(100)
    expect((await request(pay, { body: { satang: 100 }, key })).status).toBe(200)
    expect(await balance()).toBe(100)
  })

  test.runIf(kind === 'postgres')(
    'while the first still runs, its key with another body, or for another call, is a mismatch',
    async () => {
      const { request, balance } = await newMember()
      const key = randomUUID()
      const { release, inside } = gate()
      const first = request(pay, { body: { satang: 100 }, key })
      await inside
      const mismatch = { status: 422, body: { message: 'IDEMPOTENCY_MISMATCH' } }
      expect(await request(pay, { body: { satang: 200 }, key })).toMatchObject(mismatch)
      expect(await request(payAgain, { body: { satang: 100 }, key })).toMatchObject(mismatch)
      release()
      expect((await first).status).toBe(200)
      expect(await balance()).toBe(100)
    },
  )

  test.runIf(kind === 'postgres')('another server of the same database turns it away too', async () => {
    const { request, balance } = await newMember()
    const other = clientOf(serve(), request.token)
    const key = randomUUID()
    const { release, inside } = gate()
    const first = request(pay, { body: { satang: 100 }, key })
    await inside
    expect(await other(pay, { body: { satang: 100 }, key })).toMatchObject({
      status: 409,
      body: { message: 'REQUEST_LIMIT' },
    })
    release()
    await first
    expect((await other(pay, { body: { satang: 100 }, key })).status).toBe(200)
    expect(await balance()).toBe(100)
  })

  test('of twenty at once with one key, one pays', async () => {
    const { request, balance } = await newMember()
    const key = randomUUID()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => request(pay, { body: { satang: 100 }, key })),
    )
    expect(all.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await balance()).toBe(100)
  })

  test('the same key with another body, or for another call, is a mismatch', async () => {
    const { request, balance } = await newMember()
    const key = randomUUID()
    await request(pay, { body: { satang: 100 }, key })
    const mismatch = { status: 422, body: { message: 'IDEMPOTENCY_MISMATCH' } }
    expect(await request(pay, { body: { satang: 200 }, key })).toMatchObject(mismatch)
    expect(await request(payAgain, { body: { satang: 100 }, key })).toMatchObject(mismatch)
    expect(await balance()).toBe(100)
    // The first answer is still stored.
    expect((await request(getOperation, { params: { key } })).body).toEqual({
      status: 'done',
      reply: { balance: 100 },
    })
  })

  test('a key belongs to one member', async () => {
    const mine = await newMember()
    const yours = await newMember()
    const key = randomUUID()
    await mine.request(pay, { body: { satang: 100 }, key })
    expect((await yours.request(getOperation, { params: { key } })).body).toEqual({
      status: 'unknown',
      running: false,
    })
    expect((await yours.request(pay, { body: { satang: 700 }, key })).body).toEqual({ balance: 700 })
    expect(await mine.balance()).toBe(100)
  })

  test('a refusal rolls everything back and is stored as the answer', async () => {
    const { request, balance } = await newMember()
    const key = randomUUID()
    const body = { satang: 100, ending: 'refuse' }
    const refused = { status: 400, body: { message: 'MONEY_NOT_ENOUGH' } }
    const events = t.events.length
    expect(await request(pay, { body, key })).toMatchObject(refused)
    expect(await request(pay, { body, key })).toMatchObject(refused)
    expect(await balance()).toBe(0)
    expect(t.events).toHaveLength(events)
    expect((await request(getOperation, { params: { key } })).body).toEqual({
      status: 'failed',
      reply: { message: 'MONEY_NOT_ENOUGH' },
    })
  })

  test('a crash rolls everything back, reveals nothing and leaves the key unused', async () => {
    const { request, balance } = await newMember()
    const key = randomUUID()
    expect(await request(pay, { body: { satang: 100, ending: 'crash' }, key })).toMatchObject({
      status: 500,
      body: { message: 'INTERNAL_SERVER_ERROR' },
    })
    expect(await balance()).toBe(0)
    expect((await request(getOperation, { params: { key } })).body).toEqual({
      status: 'unknown',
      running: false,
    })
    expect((await request(pay, { body: { satang: 100 }, key })).status).toBe(200)
    expect(await balance()).toBe(100)
  })

  test('an operation is unknown before it is done, and to anybody with an invalid key', async () => {
    const { request } = await newMember()
    const key = randomUUID()
    const unknown = { status: 200, body: { status: 'unknown' } }
    expect(await request(getOperation, { params: { key } })).toMatchObject(unknown)
    expect(await request(getOperation, { params: { key: 'nonsense' } })).toMatchObject(unknown)
    await request(pay, { body: { satang: 100 }, key })
    expect((await request(getOperation, { params: { key } })).body.status).toBe('done')
  })

  test.each(['nonsense', '123', `${randomUUID()}0`])(
    'a key that is not a UUID is refused: %s',
    async (key) => {
      const { request, balance } = await newMember()
      expect(await request(pay, { body: { satang: 100 }, key })).toMatchObject({
        status: 400,
        body: { message: 'KEY_INVALID' },
      })
      expect(await balance()).toBe(0)
    },
  )

  test.each(['done', 'refuse'])(
    'a key that was used (%s) is refused after a day, whatever else was thrown away, and never performed',
    async (ending) => {
      const { id, request } = await newMember()
      const key = randomUUID()
      const body = { satang: 100, ending }
      const first = await request(pay, { body, key })
      const before = await balancesOf(t.db, id)
      t.clock.advance(DAY - 1000)
      await sweepAll(t.context, t.clock.now())
      expect(await request(pay, { body, key })).toMatchObject({ status: first.status, body: first.body })
      t.clock.advance(2000)
      const events = t.events.length
      const refused = { status: 400, body: { message: 'KEY_INVALID' } }
      expect(await request(pay, { body, key })).toMatchObject(refused)
      await sweepAll(t.context, t.clock.now())
      const [kept] = await t.db.select().from(operations).where(eq(operations.key, key))
      expect(kept).toMatchObject({ reply: null, bodyHash: '' })
      expect(await request(pay, { body, key })).toMatchObject(refused)
      t.clock.advance(400 * DAY)
      await sweepAll(t.context, t.clock.now())
      const muchLater = clientOf(hono, (await t.client(id)).token)
      expect(await muchLater(pay, { body, key })).toMatchObject(refused)
      expect((await muchLater(getOperation, { params: { key } })).body).toEqual({ status: 'unknown' })
      expect(t.events).toHaveLength(events)
      expect(await balancesOf(t.db, id)).toEqual(before)
    },
  )

  test('an answer is told for a day, as long to whoever asks what became of the key as to a repeat', async () => {
    const { request } = await newMember()
    const key = randomUUID()
    const sent = { body: { satang: 100 }, key }
    const { body } = await request(pay, sent)
    t.clock.advance(DAY)
    expect(await request(pay, sent)).toMatchObject({ status: 200, body })
    expect((await request(getOperation, { params: { key } })).body).toEqual({ status: 'done', reply: body })
    t.clock.advance(1)
    expect(await request(pay, sent)).toMatchObject({ status: 400, body: { message: 'KEY_INVALID' } })
    expect((await request(getOperation, { params: { key } })).body).toEqual({ status: 'unknown' })
  })

  test('of a member’s refusals two hundred a day are kept; beyond them a key is told only to wait, and what succeeds is done', async () => {
    const { id, request, balance } = await newMember()
    const other = await newMember()
    const refuse = (of: Client, key = randomUUID()) =>
      of(pay, { body: { satang: 100, ending: 'refuse' }, key })
    const kept = () => t.db.$count(operations, eq(operations.owner, id))
    const first = randomUUID()
    const refusal = { status: 400, body: { message: 'MONEY_NOT_ENOUGH' } }
    for (let n = 0; n < 197; n += 1) await countRefusal(t.db, id, t.clock.now())
    for (const key of [first, randomUUID(), randomUUID()])
      expect(await refuse(request, key)).toMatchObject(refusal)
    const limited = { status: 429, body: { message: 'REQUEST_LIMIT', reason: 'too-many-refusals' } }
    const beyond = randomUUID()
    for (let n = 0; n < 5; n += 1) expect(await refuse(request)).toMatchObject(limited)
    expect(await refuse(request, beyond)).toMatchObject(limited)
    expect(await request(tell, { body: { satang: 1, ending: 'refuse' } })).toMatchObject(limited)
    expect(await kept()).toBe(3)
    expect(await balance()).toBe(0)
    // It was not told as refused, and never arrived: its key is free.
    expect((await request(getOperation, { params: { key: beyond } })).body).toEqual({
      status: 'unknown',
      running: false,
    })
    expect(await refuse(request, first)).toMatchObject(refusal)
    expect((await request(getOperation, { params: { key: first } })).body.status).toBe('failed')
    expect(await request(pay, { body: { satang: 100 } })).toMatchObject({ status: 200 })
    expect(await balance()).toBe(100)
    expect(await refuse(other.request)).toMatchObject(refusal)
    t.clock.advance(DAY)
    expect(await refuse(request)).toMatchObject(refusal)
  })

  test('repeats of a finished operation are answered while other operations of the member run', async () => {
    const { request, balance } = await newMember()
    const key = randomUUID()
    const first = await request(pay, { body: { satang: 100 }, key })
    const { release, inside } = gate()
    const other = request(pay, { body: { satang: 700 } })
    await inside
    const repeats = Array.from({ length: 5 }, () => request(pay, { body: { satang: 100 }, key }))
    // The embedded database has one connection: there they wait for the other operation, all at once.
    if (kind === 'postgres') await Promise.all(repeats)
    release()
    for (const repeat of await Promise.all(repeats)) {
      expect(repeat).toMatchObject({ status: 200, body: first.body })
    }
    await other
    expect(await balance()).toBe(800)
  })

  test('a repeat is answered byte for byte, a refusal too', async () => {
    const { request } = await newMember()
    for (const [ending, text] of [
      ['done', '{"balance":0.1,"a":"\\"ก","balances":[]}'],
      ['refuse', '{"message":"MONEY_NOT_ENOUGH","reason":"on purpose"}'],
    ]) {
      const key = randomUUID()
      const send = async () => {
        const response = await hono.request('/api/test/tell', {
          method: 'POST',
          headers: { Authorization: `Bearer ${request.token}`, 'Idempotency-Key': key },
          body: JSON.stringify({ satang: 1, ending }),
        })
        return [response.status, response.headers.get('content-type'), await response.text()]
      }
      const first = await send()
      expect(first.slice(1)).toEqual(['application/json', text])
      expect(await send()).toEqual(first)
    }
  })
})
