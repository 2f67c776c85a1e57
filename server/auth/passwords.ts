import { randomBytes, timingSafeEqual } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { MINUTE } from '../clock.ts'

interface PasswordCost {
  /** The base-2 logarithm of scrypt's N. */
  logN: number
  r: number
  p: number
}

/** Each rejects with the given error while too many are waiting. */
export interface Passwords {
  /** The stored hash of a password: `scrypt$logN$r$p$salt$hash`. It contains its cost, so that it can be raised later. */
  readonly hash: (password: string) => Promise<string>
  readonly matches: (password: string, stored: string) => Promise<boolean>
  /** Takes as long as a check and returns false: an unknown phone must not be answered faster than a known one. */
  readonly matchesNobody: (password: string) => Promise<false>
}

/** 32 MiB and about a fifth of a second, as OWASP recommends for scrypt. */
const STANDARD: PasswordCost = { logN: 15, r: 8, p: 3 }
/** Low is for tests: `parseConfig` refuses it outside the sandbox. */
export const passwordCosts = { standard: STANDARD, low: { logN: 4, r: 8, p: 1 } }
const BYTES = 32

/** The most passwords that wait for each thread: about five seconds of work. More are refused instead of waiting longer. */
const MAX_WAITING = 24

const program = fileURLToPath(new URL('password-thread.mjs', import.meta.url))

interface Hashing {
  /** The error of a call that would be one too many. */
  tooMany: () => Error
  /** How many passwords are hashed at once. */
  threads: number
  cost?: PasswordCost
}

/**
 * Hashes in threads of their own: neither the event loop nor libuv's threads, which files and DNS need, wait for a password.
 */
export function createPasswords({ tooMany, threads, cost = STANDARD }: Hashing): Passwords {
  const derive = createDerive(tooMany, threads)
  return {
    hash: async (password) => {
      const salt = randomBytes(16)
      const hash = await derive(password, salt, cost)
      return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$')
    },
    matches: async (password, stored) => {
      const [scheme, logN, r, p, salt = '', hash = ''] = stored.split('$')
      if (scheme !== 'scrypt') return false
      const given = await derive(password, Buffer.from(salt, 'base64'), {
        logN: Number(logN),
        r: Number(r),
        p: Number(p),
      })
      return timingSafeEqual(given, Buffer.from(hash, 'base64'))
    },
    matchesNobody: async (password) => {
      await derive(password, randomBytes(16), cost)
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
  let unfinished = 0
  return async (password: string, salt: Uint8Array, { logN, r, p }: PasswordCost): Promise<Buffer> => {
    if (unfinished >= threads * (1 + MAX_WAITING)) throw tooMany()
    unfinished += 1
    try {
      // Normalised, because keyboards differ in composed and decomposed letters.
      const task = { password: password.normalize('NFC'), salt, bytes: BYTES, N: 2 ** logN, r, p }
      return Buffer.from((await pool.run(task)) as Uint8Array)
    } finally {
      unfinished -= 1
    }
  }
}
