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
  /** Takes some of the rows that wait, of one lane where there are several. */
  readonly lease: (app: AppContext, lane?: string) => ReturnType<Lease>
  /** The lanes in which rows wait: each is worked on by itself, so that an outside that is silent in one delays no other. One where it is left out. */
  readonly lanes?: (app: AppContext) => Promise<string[]>
  /**
   * Works on one of them, outside any transaction. It may be run again, also by two at once: after a crash, and when it took
   * longer than its lease. A row whose work fails is logged, and waits until its lease is over. Long work ends early when `signal`
   * aborts.
   */
  readonly work: (app: AppContext, key: string, signal?: AbortSignal) => Promise<void>
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

/**
 * Works on all that waits now, some at a time, until nothing does or `signal` aborts. Lanes that are `busy` are left to whoever works
 * on them. Never throws.
 */
export async function runJob(
  app: AppContext,
  job: Job,
  signal = new AbortController().signal,
  busy = new Set<string>(),
): Promise<void> {
  const failed = (error: unknown, key?: string) =>
    app.log.error('job-failed', { job: job.name, key, ...describeError(error) })
  const workOn = (key: string) =>
    job.work(app, key, signal).catch((error: unknown) => {
      failed(error, key)
    })
  const runLane = async (lane: string) => {
    if (busy.has(lane)) return
    busy.add(lane)
    try {
      while (!signal.aborted) {
        const taken = await job.lease(app, lane)
        if (taken.length === 0) return
        await Promise.all(taken.map(workOn))
      }
    } catch (error) {
      failed(error)
    } finally {
      busy.delete(lane)
    }
  }
  try {
    if (await job.isPaused?.(app)) return
    const lanes = (await job.lanes?.(app)) ?? ['']
    await Promise.all(lanes.map(runLane))
  } catch (error) {
    failed(error)
  }
}

/** Resolves after so many ms, or rejects when `signal` aborts. Keeps no process alive. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>

const pauseFor: Pause = (ms, signal) => setTimeout(ms, undefined, { signal, ref: false })

/**
 * Runs every job at once and then repeatedly. Each has a loop of its own, and looks while it works too, so that what is slow delays
 * nothing else. Returns the stop function: it takes no more work and waits for what is under way.
 */
export function startJobs(app: AppContext, jobs: readonly Job[], pause = pauseFor): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  // Each loop listens to it.
  setMaxListeners(jobs.length, signal)
  const loops = jobs.map(async (job) => {
    const busy = new Set<string>()
    const runs = new Set<Promise<void>>()
    while (!signal.aborted) {
      const run: Promise<void> = runJob(app, job, signal, busy).finally(() => runs.delete(run))
      runs.add(run)
      const ms = (job.lookEvery ?? LOOK_EVERY) * (1 + JITTER * (2 * Math.random() - 1))
      await pause(ms, signal).catch(() => undefined)
    }
    await Promise.all(runs)
  })
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}
