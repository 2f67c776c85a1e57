import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export interface PasswordCost {
  /** The base-2 logarithm of scrypt's N. */
  logN: number
  r: number
  p: number
}

/** 32 MiB and about a fifth of a second: what OWASP asks of scrypt. */
const STANDARD: PasswordCost = { logN: 15, r: 8, p: 3 }
const BYTES = 32

/** `scrypt$logN$r$p$salt$hash`: the cost is kept beside, so that it may be raised without locking anybody out. */
export async function hashPassword(password: string, cost: PasswordCost = STANDARD): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, logN, r, p, salt = '', hash = ''] = stored.split('$')
  if (scheme !== 'scrypt') return false
  const expected = Buffer.from(hash, 'base64')
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), cost), expected)
}

let nobodys: Promise<string> | undefined

/** Takes as long as a real check and says no: an unknown phone must not answer faster than a known one. */
export async function isNobodysPassword(password: string): Promise<false> {
  nobodys ??= hashPassword(randomBytes(16).toString('hex'))
  await isPassword(password, await nobodys)
  return false
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
