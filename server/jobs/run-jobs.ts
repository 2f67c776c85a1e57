import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { describeError } from '../log.ts'
import { type Lease, leaseJob } from './lease.ts'

/** One kind of work that nobody asks for: it has a loop of its own in every process. */
export interface Job {
  /** The job's name in the log. */
  readonly name: string
  /** Takes some of the rows that wait. */
  readonly lease: Lease
  /**
   * Works on one of them, outside any transaction. It may be run again, also by two at once: after a crash, and when it took
   * longer than its lease. A row whose work fails is logged, and waits until its lease is over.
   */
  readonly work: (app: AppContext, key: string) => Promise<void>
  /** While this is true nothing is taken. */
  readonly isPaused?: (app: AppContext) => Promise<boolean>
  /** How often it looks for work, in ms, if somebody waits for its work. */
  readonly lookEvery?: number
}

/** Work that one process does at intervals for all: `every` is the interval, in ms. */
export const scheduledJob = (name: string, every: number, work: (app: AppContext) => Promise<void>): Job => ({
  name,
  lease: leaseJob(name, every),
  work,
})

/** How often a job looks for work, in ms. */
const LOOK_EVERY = 30 * SECOND
/** The share by which that time varies, so that processes that were started together do not ask together. */
const JITTER = 0.2

/** Works on all that waits now, some at a time, until nothing does or `signal` aborts. Never throws. */
export async function runJob(
  app: AppContext,
  job: Job,
  signal = new AbortController().signal,
): Promise<void> {
  const failed = (error: unknown, key?: string) =>
    app.log.error('job-failed', { job: job.name, key, ...describeError(error) })
  try {
    if (await job.isPaused?.(app)) return
    while (!signal.aborted) {
      const taken = await job.lease(app)
      if (taken.length === 0) return
      await Promise.all(
        taken.map(async (key) => {
          try {
            await job.work(app, key)
          } catch (error) {
            failed(error, key)
          }
        }),
      )
    }
  } catch (error) {
    failed(error)
  }
}

/** Resolves after so many ms, or rejects when `signal` aborts. Keeps no process alive. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>

const pauseFor: Pause = (ms, signal) => setTimeout(ms, undefined, { signal, ref: false })

/**
 * Runs every job at once and then repeatedly. Each has a loop of its own, so that a slow job delays no other. Returns the
 * stop function: it takes no more work and waits for what is under way.
 */
export function startJobs(app: AppContext, jobs: readonly Job[], pause = pauseFor): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  // Each loop listens to it.
  setMaxListeners(jobs.length, signal)
  const loops = jobs.map(async (job) => {
    while (!signal.aborted) {
      await runJob(app, job, signal)
      const ms = (job.lookEvery ?? LOOK_EVERY) * (1 + JITTER * (2 * Math.random() - 1))
      await pause(ms, signal).catch(() => undefined)
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}
