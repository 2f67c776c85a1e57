import { randomBytes, timingSafeEqual } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { MINUTE } from '../clock.ts'
import { createFairQueue } from '../fair-queue.ts'

interface PasswordCost {
  /** The base-2 logarithm of scrypt's N. */
  logN: number
  r: number
  p: number
}

/**
 * For whom a password is hashed: the member or phone of somebody who has shown a session, a code, or a device that signed in before;
 * or a stranger's address.
 */
export type HashedFor = { known: string } | { address: string }

/** Each rejects with the given error while too many are waiting. */
export interface Passwords {
  /** The stored hash of a password: `scrypt$logN$r$p$salt$hash`. It contains its cost, so that it can be raised later. */
  readonly hash: (password: string, by?: HashedFor) => Promise<string>
  readonly matches: (password: string, stored: string, by: HashedFor) => Promise<boolean>
  /** Takes as long as a check and returns false: an unknown phone must not be answered faster than a known one. */
  readonly matchesNobody: (password: string, by: HashedFor) => Promise<false>
}

/** The server hashes too, at its first start. */
const ITSELF: HashedFor = { known: 'server' }

/** 32 MiB and about a fifth of a second, as OWASP recommends for scrypt. */
const STANDARD: PasswordCost = { logN: 15, r: 8, p: 3 }
/** Low is for tests: `parseConfig` refuses it outside the sandbox. */
export const passwordCosts = { standard: STANDARD, low: { logN: 4, r: 8, p: 1 } }
const BYTES = 32

/** The maximum of one caller's unfinished passwords: a few seconds of work. More are refused instead of waiting longer. */
const MAX_OF_ONE = 25
/** The maximum of callers of one kind that take turns, for each thread: about five seconds until each has had one. */
const MAX_CALLERS = 25

const program = fileURLToPath(new URL('password-thread.mjs', import.meta.url))

interface Hashing {
  /** The error of a call beyond the limits. */
  tooMany: () => Error
  /** How many passwords are hashed at once. */
  threads: number
  cost?: PasswordCost
}

/**
 * Hashes in threads of their own: neither the event loop nor libuv's threads, which files and DNS need, wait for a password. Callers
 * take turns, so that nobody's many passwords keep others waiting.
 */
export function createPasswords({ tooMany, threads, cost = STANDARD }: Hashing): Passwords {
  const derive = createDerive(tooMany, threads)
  return {
    hash: async (password, by = ITSELF) => {
      const salt = randomBytes(16)
      const hash = await derive(password, salt, cost, by)
      return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$')
    },
    matches: async (password, stored, by) => {
      const [scheme, logN, r, p, salt = '', hash = ''] = stored.split('$')
      if (scheme !== 'scrypt') return false
      const itsCost = { logN: Number(logN), r: Number(r), p: Number(p) }
      const given = await derive(password, Buffer.from(salt, 'base64'), itsCost, by)
      return timingSafeEqual(given, Buffer.from(hash, 'base64'))
    },
    matchesNobody: async (password, by) => {
      await derive(password, randomBytes(16), cost, by)
      return false
    },
  }
}

function createDerive(tooMany: () => Error, threads: number) {
  const pool = new Tinypool({
    filename: program,
    name: 'hashPassword',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: MINUTE,
    // The threads need neither the server's settings nor its TypeScript loader.
    env: {},
    execArgv: [],
  })
  // A thread that ends without work has nobody to tell; the next password starts another.
  pool.on('error', () => {})
  const max = { jobs: MAX_OF_ONE, owners: threads * MAX_CALLERS, tooMany }
  // Each queue hands the pool as many as it has threads, and the pool takes them in order: strangers, however many they are, take half
  // of the threads from callers who are known, and all of them only while those need none.
  const queues = {
    known: createFairQueue(threads, { perOwner: threads, max }),
    strangers: createFairQueue(threads, { perOwner: threads, max }),
  }
  return (
    password: string,
    salt: Uint8Array,
    { logN, r, p }: PasswordCost,
    by: HashedFor,
  ): Promise<Buffer> => {
    // Normalised, because keyboards differ in composed and decomposed letters.
    const task = { password: password.normalize('NFC'), salt, bytes: BYTES, N: 2 ** logN, r, p }
    const derived = async () => Buffer.from((await pool.run(task)) as Uint8Array)
    return 'known' in by ? queues.known(by.known, derived) : queues.strangers(by.address, derived)
  }
}
