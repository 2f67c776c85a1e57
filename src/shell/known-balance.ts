import { isStale } from '#lib/balance.ts'
import { cacheBuster, maxKeptMs } from '#lib/cache-buster.ts'
import { formatSatang } from '#lib/money.ts'

/** As stored by `src/data/query-persistence.ts`. */
interface KeptWallet {
  keptFor: string
  asOf: string
  /** Total in satang. Copies of earlier releases lack it, and are not shown before the app has read them. */
  balance: number
}

export interface KnownBalance {
  /** `1,234.50` */
  figure: string
  /** Its time, `DD/MM/YYYY HH:mm:ss`. */
  at: string
  stale: boolean
}

/** The last known balance, shown while the app loads: only if it belongs to this token and is fully valid. */
export function knownBalance(
  kept: { wallet: unknown; syncedAt: unknown; hidden: unknown },
  token: string,
  { online, now }: { online: boolean; now: number },
): KnownBalance | undefined {
  if (kept.hidden === true || typeof kept.syncedAt !== 'number') return undefined
  try {
    const wallet = kept.wallet as KeptWallet
    const isBelieved =
      wallet.keptFor.startsWith(`${cacheBuster(token)} `) &&
      now - kept.syncedAt <= maxKeptMs &&
      Number.isSafeInteger(wallet.balance) &&
      /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/.test(wallet.asOf)
    if (!isBelieved) return undefined
    const figure = formatSatang(wallet.balance)
    const stale = isStale({ online, failed: false, updatedAt: kept.syncedAt, now })
    return { figure, at: wallet.asOf, stale }
  } catch {
    // Not a wallet: the app itself will discard it.
    return undefined
  }
}
