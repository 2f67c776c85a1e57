import type { MiddlewareHandler } from 'hono'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { SECOND } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { lastAudit } from '../../ledger/audit-results.ts'
import { describeError } from '../../log.ts'
import { readQueues } from './queues.ts'

export interface Metrics {
  /** Counts and times each request by its path's template, never by its path. */
  readonly measure: MiddlewareHandler<ServerEnv>
  /** Everything in Prometheus' text format. Never rejects: without a database its figures are left out. */
  read(): Promise<{ type: string; text: string }>
}

/** In seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The metrics of this process and its database. One per process: it watches the event loop and the memory too. */
export function createMetrics({
  db,
  clock,
  log,
  state,
}: Pick<AppContext, 'db' | 'clock' | 'log' | 'state'>): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })

  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'champa_requests_total',
    help: 'Requests answered, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'champa_request_seconds',
    help: 'Time until a request was answered, by method and route',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers,
  })
  const running = gauge('champa_requests_running', 'Requests that are being answered')
  const stopping = gauge('champa_stopping', '1 if this process was told to stop')
  const pool = gauge('champa_pool_connections', 'Connections to PostgreSQL, by state', 'state')
  const poolWaiting = gauge('champa_pool_waiting', 'Calls that wait for a connection to PostgreSQL')
  // A gauge that nobody sets would say 0.
  const redisUp = state.isRedisUp && gauge('champa_redis_up', '1 if Redis answers')
  const databaseUp = gauge('champa_database_up', '1 if the database answered this scrape')
  const audited = gauge('champa_ledger_audit_age_seconds', 'Time since the last audit of the ledger')
  const problems = gauge('champa_ledger_audit_problems', 'Problems that the last audit found: payouts stop')
  const queueSize = gauge('champa_queue_size', 'What waits for the outside or for a person', 'queue')
  const queueAge = gauge('champa_queue_oldest_seconds', 'How long the oldest of them has waited', 'queue')

  async function askDatabase(): Promise<void> {
    queueSize.reset()
    queueAge.reset()
    // Left out until it is known: a missing one raises an alarm, 0 would not.
    audited.remove()
    problems.remove()
    try {
      const now = clock.now()
      for (const { name, size, oldest } of await readQueues(db, now)) {
        queueSize.set({ queue: name }, size)
        queueAge.set({ queue: name }, oldest)
      }
      const audit = await lastAudit(db)
      if (audit) {
        audited.set((now.getTime() - audit.createdAt.getTime()) / SECOND)
        problems.set(audit.problemCount)
      }
      databaseUp.set(1)
    } catch (error) {
      log.error('metrics-without-database', describeError(error))
      databaseUp.set(0)
    }
  }

  return {
    measure: async (c, next) => {
      const began = performance.now()
      running.inc()
      try {
        await next()
      } finally {
        running.dec()
        const { method } = c.req
        const route = c.get('template') || 'static'
        requests.inc({ method, route, status: c.res.status })
        durations.observe({ method, route }, (performance.now() - began) / SECOND)
      }
    },
    async read() {
      stopping.set(state.isStopping ? 1 : 0)
      redisUp?.set(state.isRedisUp?.() ? 1 : 0)
      const use = state.poolUse?.()
      if (use) {
        pool.set({ state: 'busy' }, use.open - use.idle)
        pool.set({ state: 'idle' }, use.idle)
        poolWaiting.set(use.waiting)
      }
      await askDatabase()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
