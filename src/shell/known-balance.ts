import { isStale } from '#lib/balance.ts'
import { cacheBuster, maxKeptMs } from '#lib/cache-buster.ts'
import { formatSatang } from '#lib/money.ts'

/** As `src/data/query-persistence.ts` keeps it. */
interface KeptWallet {
  keptFor: string
  asOf: string
  /** Satang, all together. A copy from before this was kept has none, and is not shown before the app reads it. */
  balance: number
}

export interface KnownBalance {
  /** `1,234.50` */
  figure: string
  /** As of when, `DD/MM/YYYY HH:mm:ss`. */
  at: string
  stale: boolean
}

/**
 * The balance that the phone last heard of, to be shown while the app is on its way: only this token's, and only where
 * everything about it can be believed.
 */
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
    // Not a wallet: the app itself will throw it away.
    return undefined
  }
}
