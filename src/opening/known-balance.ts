import { formatDateTime } from '#i18n/format.ts'
import { isStale, totalBalance } from '#lib/balance.ts'
import { formatSatang } from '#lib/money.ts'
import { tokenMark } from '#lib/token-mark.ts'
import { appVersion } from '#lib/version.ts'

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
  kept: { wallet: unknown; syncedAt: unknown; hidden: unknown; clock: unknown },
  token: string,
  { online, now }: { online: boolean; now: number },
): KnownBalance | undefined {
  if (kept.hidden === true || typeof kept.syncedAt !== 'number') return undefined
  try {
    const wallet = kept.wallet as { keptFor: string; wallet: { amount: number }; slots: { amount: number }[] }
    const [whose, version] = wallet.keptFor.split(' ')
    if (whose !== tokenMark(token) || version !== appVersion) return undefined
    const figure = formatSatang(totalBalance(wallet))
    const at = formatDateTime(kept.syncedAt + (typeof kept.clock === 'number' ? kept.clock : 0))
    const stale = isStale({ online, failed: false, updatedAt: kept.syncedAt, now })
    return at ? { figure, at, stale } : undefined
  } catch {
    // Not a wallet: the app itself will throw it away.
    return undefined
  }
}
