import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { totalBalance } from '#lib/money/balance.ts'
import { useWalletAge } from '#data/wallet/wallet-age.ts'
import { useRefreshWallet, walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { formatDateTime } from '#i18n/format.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Amount } from '#ui/amount.tsx'
import { heldProps } from '#ui/button/held.ts'
import { tileClass, TileFace } from '#ui/list/tile.tsx'
import { toast } from '#ui/message/toast.ts'

/** Stands in for the wheel where there is none: refreshes every balance, and shows the total with its age. */
export function RefreshTile({ tall }: { tall?: boolean }) {
  const { t } = useLingui()
  const { data: wallet } = useQuery(walletQueryOptions)
  const { updatedAt, stale } = useWalletAge()
  const offline = useOffline()
  const refresh = useRefreshWallet()
  const start = () =>
    refresh.mutate(undefined, { onSuccess: () => toast({ tone: 'jade', title: t`Balances are up to date` }) })
  return (
    <button
      type="button"
      className={tileClass({ tone: offline ? 'quiet' : 'brand', tall })}
      aria-busy={refresh.isPending}
      {...heldProps(offline || refresh.isPending, start)}
    >
      <TileFace
        art="spin"
        title={refresh.isPending ? <Trans>Refreshing…</Trans> : <Trans>Refresh balances</Trans>}
        text={
          wallet && (
            <>
              <Amount satang={totalBalance(wallet)} stale={stale} />
              <br />
              {/* The age of an old balance stands beside the tiles anyway. */}
              {offline ? <Trans>You are offline</Trans> : formatDateTime(updatedAt)}
            </>
          )
        }
      />
    </button>
  )
}
