import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export interface PasswordCost {
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

/** The maximum that run at once: three of libuv's four threads, which leaves one for files and DNS. */
const MAX_RUNNING = 3
/** The maximum that wait, about five seconds of work. More are refused instead of waiting longer. */
const MAX_WAITING = 64

export function createPasswords(tooMany: () => Error, cost: PasswordCost = STANDARD): Passwords {
  const derive = createQueue(scryptOf, tooMany)
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

/** Limits how many calls of the work run at once and how many wait. */
function createQueue<Given extends unknown[], Made>(
  work: (...given: Given) => Promise<Made>,
  tooMany: () => Error,
): (...given: Given) => Promise<Made> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (...given) => {
    if (running < MAX_RUNNING) running += 1
    else if (waiting.length < MAX_WAITING) await new Promise<void>((begin) => waiting.push(begin))
    else throw tooMany()
    try {
      return await work(...given)
    } finally {
      // The longest waiting call runs next.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

function scryptOf(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** logN
  return new Promise((resolve, reject) => {
    // Normalised, because keyboards differ in composed and decomposed letters.
    scrypt(password.normalize('NFC'), salt, BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
