import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export interface PasswordCost {
  /** The base-2 logarithm of scrypt's N. */
  logN: number
  r: number
  p: number
}

export interface Passwords {
  /** What is stored of a password: `scrypt$logN$r$p$salt$hash`. Its cost is kept beside, so that it may be raised later. */
  readonly hash: (password: string) => Promise<string>
  readonly matches: (password: string, stored: string) => Promise<boolean>
  /** Takes as long as a check and says no: an unknown phone must not answer faster than a known one. */
  readonly matchesNobody: (password: string) => Promise<false>
}

/** 32 MiB and about a fifth of a second: what OWASP asks of scrypt. */
const STANDARD: PasswordCost = { logN: 15, r: 8, p: 3 }
const BYTES = 32

export function createPasswords(cost: PasswordCost = STANDARD): Passwords {
  let nobodys: Promise<string> | undefined
  const passwords: Passwords = {
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
      nobodys ??= passwords.hash(randomBytes(16).toString('hex'))
      await passwords.matches(password, await nobodys)
      return false
    },
  }
  return passwords
}

function derive(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** logN
  return new Promise((resolve, reject) => {
    // One spelling for composed and decomposed letters: keyboards differ.
    scrypt(password.normalize('NFC'), salt, BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
