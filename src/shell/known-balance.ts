import { isStale } from '#lib/money/balance.ts'
import { cacheBuster, maxKeptMs } from '#lib/network/cache-buster.ts'
import { formatSatang } from '#lib/money/money.ts'

interface KnownBalance {
  /** `1,234.50` */
  figure: string
  /** Its time, `DD/MM/YYYY HH:mm:ss`. */
  at: string
  stale: boolean
}

/**
 * The last known balance, shown while the app loads: only if it belongs to this token and is fully valid. `wallet` is what
 * src/data/query-persistence.ts stored, with the total in satang; copies of earlier releases lack that.
 */
export function knownBalance(
  { wallet, syncedAt, hidden }: { wallet: unknown; syncedAt: unknown; hidden: unknown },
  token: string,
  { online, now }: { online: boolean; now: number },
): KnownBalance | undefined {
  const { keptFor, asOf, balance } = Object(wallet) as Record<string, unknown>
  const at = String(asOf)
  if (hidden === true || typeof syncedAt !== 'number' || now - syncedAt > maxKeptMs) return undefined
  if (!String(keptFor).startsWith(`${cacheBuster(token)} `)) return undefined
  if (!Number.isSafeInteger(balance) || !/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/.test(at)) return undefined
  const stale = isStale({ online, failed: false, updatedAt: syncedAt, now })
  return { figure: formatSatang(balance as number), at, stale }
}
