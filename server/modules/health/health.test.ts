import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lookupBanks } from '#api/contract/lookup.ts'
import { createApp } from '../../app.ts'
import { HOUR, later, MINUTE } from '../../clock.ts'
import { addMember, describeOnEach } from '../../database/test-database.ts'
import { slips, trueLinks } from '../../database/schema/deposits.ts'
import { auditBooks } from '../../jobs/ledger-audits.ts'
import { openTestApp, type TestApp } from '../../http/test-app.ts'

const METRICS_TOKEN = 'a-token-of-the-tests'

describeOnEach('monitoring', (open, kind) => {
  let t: TestApp
  beforeAll(async () => {
    t = await openTestApp(open, { settings: { METRICS_TOKEN } })
  })

  const ready = async (app = t.app) => {
    const response = await app.request('/api/ready')
    return [response.status, await response.json()]
  }
  const askMetrics = (authorization = `Bearer ${METRICS_TOKEN}`, app = t.app, url = '/metrics') =>
    app.request(url, { headers: { authorization } })
  /** The value of the line that begins like this; undefined if there is none. */
  const valueOf = (metrics: string, start: string) => {
    const line = metrics.split('\n').find((one) => one.startsWith(`${start} `))
    return line === undefined ? undefined : Number(line.slice(start.length))
  }

  test('a process is ready until it is told to stop, and then closes its connections', async () => {
    expect(await ready()).toEqual([200, { status: 'ready' }])
    t.context.state.isStopping = true
    expect(await ready()).toEqual([503, { status: 'stopping' }])
    const { status, headers } = await t.app.request('/api/health')
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    t.context.state.isStopping = false
    expect((await t.app.request('/api/health')).headers.get('connection')).toBeNull()
  })

  test('a Redis that is away is told, and the process goes on taking requests; without one nothing is said of it', async () => {
    const of = async (isRedisUp?: () => boolean) => {
      const app = createApp({ ...t.context, state: { ...t.context.state, isRedisUp } })
      const health = await app.request('/api/health')
      const metrics = await (await askMetrics(undefined, app)).text()
      const { redis } = (await health.json()) as { redis?: string }
      return [health.status, redis, valueOf(metrics, 'champa_redis_up'), (await ready(app))[0]]
    }
    expect(await of(() => true)).toEqual([200, 'ok', 1, 200])
    expect(await of(() => false)).toEqual([200, 'away', 0, 200])
    expect(await of()).toEqual([200, undefined, undefined, 200])
  })

  test('a process on a database that lacks a migration is not ready, nor one whose database is gone', async () => {
    const other = await openTestApp(open)
    await other.db.execute(sql`delete from drizzle.__drizzle_migrations
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`)
    expect(await ready(other.app)).toEqual([503, { status: 'not-migrated' }])
    await other.db.execute(sql`drop schema drizzle cascade`)
    expect(await ready(other.app)).toEqual([503, { status: 'not-migrated' }])

    const silent = new Proxy(t.db, {
      get: (db, property) => {
        if (property === '_') return db._
        return () => {
          throw new Error('No answer')
        }
      },
    })
    const gone = createApp({ ...t.context, db: silent })
    expect(await ready(gone)).toEqual([503, { status: 'database-unreachable' }])
    const held = createApp({ ...t.context, db: silent, config: { ...t.context.config, payouts: false } })
    for (const app of [gone, held]) expect((await app.request('/api/health')).status).toBe(503)
    const metrics = await askMetrics(undefined, gone)
    const text = await metrics.text()
    expect([metrics.status, valueOf(text, 'champa_database_up')]).toEqual([200, 0])
    expect(text).not.toMatch(/^champa_(?:queue|ledger)_\w+[{ ]/mu)
  })

  test('metrics are for who has the token, at any of the server’s names', async () => {
    expect((await askMetrics('')).status).toBe(401)
    const refused = await askMetrics('Bearer a-token-of-the-test')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await refused.text()).not.toContain('champa_')
    expect((await askMetrics(undefined, t.app, 'http://app-1:8080/metrics')).status).toBe(200)
    const without = await openTestApp(open)
    expect((await askMetrics(undefined, without.app)).status).toBe(404)
  })

  test('requests are counted and timed by route and status, without what is in their paths', async () => {
    await (
      await t.client()
    )(lookupBanks)
    await t.app.request('/api/wallet')
    await t.app.request('/api/autoLogin/huayhd/huayhd123/top-secret')
    const metrics = await askMetrics()
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=/u)
    const text = await metrics.text()
    const of = (labels: string) => valueOf(text, `champa_requests_total{${labels}}`)
    expect(of('method="GET",route="/api/lookup/banks",status="200"')).toBe(1)
    expect(of('method="GET",route="/api/wallet",status="401"')).toBe(1)
    const timed = 'method="GET",route="/api/lookup/banks"'
    expect(valueOf(text, `champa_request_seconds_bucket{le="+Inf",${timed}}`)).toBe(1)
    expect(valueOf(text, `champa_request_seconds_sum{${timed}}`)).toBeGreaterThan(0)
    // The request for the metrics itself.
    expect(valueOf(text, 'champa_requests_running')).toBe(1)
    expect(text).not.toMatch(/top-secret|huayhd123/u)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  test('what waits, the ledger’s audit and the pool are told', async () => {
    const memberId = await addMember(t.db)
    const before = await (await askMetrics()).text()
    expect(valueOf(before, 'champa_queue_size{queue="slips"}')).toBe(0)
    expect(valueOf(before, 'champa_queue_oldest_seconds{queue="slips"}')).toBe(0)
    expect(valueOf(before, 'champa_ledger_audit_age_seconds')).toBeUndefined()

    for (const minutes of [2, 5])
      await t.db.insert(slips).values({
        memberId,
        filePath: `${minutes}.png`,
        fileHash: String(minutes),
        reference: `of ${minutes}`,
        contentType: 'image/png',
        size: 1,
        createdAt: later(t.clock.now(), -minutes * MINUTE),
      })
    await t.db.insert(trueLinks).values({
      memberId,
      codeHash: 'of 3',
      walletAccountName: '',
      createdAt: later(t.clock.now(), -3 * MINUTE),
    })
    await auditBooks(t.context, { actor: 'system' })
    t.clock.advance(HOUR)
    const text = await (await askMetrics()).text()
    expect(valueOf(text, 'champa_queue_size{queue="slips"}')).toBe(2)
    expect(valueOf(text, 'champa_queue_oldest_seconds{queue="slips"}')).toBe(3900)
    expect(valueOf(text, 'champa_queue_size{queue="gift-links"}')).toBe(1)
    expect(valueOf(text, 'champa_queue_oldest_seconds{queue="gift-links"}')).toBe(3780)
    for (const queue of [
      'payouts',
      'unsettled-payouts',
      'held-payouts',
      'contradicted-payouts',
      'provider-transfers',
      'stuck-transfers',
      'game-passwords',
      'late-transfers',
      'suspected-transfers',
      'twice-paid-transfers',
      'unclaimed-transfers',
      'sms',
    ])
      expect(valueOf(text, `champa_queue_size{queue="${queue}"}`)).toBe(0)
    expect(valueOf(text, 'champa_ledger_audit_age_seconds')).toBe(3600)
    expect(valueOf(text, 'champa_ledger_audit_problems')).toBe(0)
    expect(valueOf(text, 'champa_database_up')).toBe(1)
    // The embedded database has no pool.
    expect(valueOf(text, 'champa_pool_connections{state="idle"}')).toBe(kind === 'postgres' ? 1 : undefined)
  })

  test('a request keeps the id that a proxy gave it, unless that could break the log', async () => {
    const idOf = async (id: string) => {
      const response = await t.app.request('/api/lookup/banks', { headers: { 'x-request-id': id } })
      return response.headers.get('x-request-id')
    }
    const given = '4bf92f3577b34da6a3ce929d0e0e4736'
    expect(await idOf(given)).toBe(given)
    expect(JSON.parse(t.logged.at(-1) ?? '')).toMatchObject({ event: 'request', request: given })
    for (const bad of ['short', 'has spaces in it', '"quoted-text"', 'x'.repeat(65)])
      expect(await idOf(bad)).toMatch(/^[\w-]{36}$/u)
  })
})
