import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { GameSlot } from '#api/contract/wallet.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'
import { useRefreshPage } from '#data/refresh-page.ts'
import { spinActiveQueryOptions } from '#data/rewards/spin-queries.ts'
import { useCoins } from '#data/rewards/use-coins.ts'
import { useWalletAge } from '#data/wallet/wallet-age.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { refetchEveryMs, splitBalance } from '#lib/money/balance.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Page } from '#ui/frame/shell.tsx'
import { useWide } from '#ui/frame/use-wide.ts'
import styles from './home-screen.module.css'
import { InviteCard } from './invite-card.tsx'
import { CardStack } from './card-stack.tsx'
import { ShelvesSkeleton } from './shelves-skeleton.tsx'
import { WalletCard } from './wallet-card.tsx'
import { WalletSkeleton } from './wallet-skeleton.tsx'

interface HomeScreenProps {
  /** Renders the games with what is known of them. */
  children: (games: { slots: GameSlot[]; stale: boolean }) => ReactNode
  /** The action tiles, which stand below the wallet on a wide page. */
  tiles?: ReactNode
  /** What was spent this week, if the member wants it on the card. */
  spent?: ReactNode
  /** The lines below the wallet. */
  notices: ReactNode
  onOpen: (what: 'spin') => void
}

export function HomeScreen({ children, tiles, spent, notices, onOpen }: HomeScreenProps) {
  const { t } = useLingui()
  const wallet = useQuery({ ...walletQueryOptions, refetchInterval: refetchEveryMs })
  const coins = useCoins()
  const spinOn = useQuery(spinActiveQueryOptions).data ?? false
  const { isRefreshing, refresh } = useRefreshPage({ games: true })
  const offline = useOffline()
  const { updatedAt, now, stale } = useWalletAge()
  const wide = useWide()
  const setHidden = useSetAtom(balanceHiddenAtom)
  const { data } = wallet

  if (!data) {
    return (
      <Page width="wallet" className={styles.home}>
        <div className={styles.left}>
          {wallet.isError ? (
            <LoadFailed
              card
              queries={[wallet]}
              title={t`Your wallet could not be loaded`}
              offlineText={t`Your money is safe. The balance appears as soon as there is a connection.`}
            />
          ) : (
            <WalletSkeleton />
          )}
          {notices}
          {wide && tiles}
        </div>
        <div className={styles.right}>{wallet.isPending && <ShelvesSkeleton />}</div>
      </Page>
    )
  }

  const balance = splitBalance(data)
  return (
    <Page width="wallet" className={styles.home}>
      <div className={styles.left}>
        <CardStack
          cashSatang={balance.total}
          bonusSatang={data.invite.amount}
          stale={stale}
          cash={
            <WalletCard
              balance={balance}
              updatedAt={updatedAt}
              now={now}
              stale={stale}
              refreshing={isRefreshing}
              onRefresh={offline ? undefined : () => void refresh()}
              onHide={setHidden}
              coins={spinOn ? coins : undefined}
              onSpin={() => onOpen('spin')}
              spent={spent}
            />
          }
          bonus={<InviteCard invite={data.invite} stale={stale} />}
        />
        {notices}
        {wide && tiles}
      </div>
      <div className={styles.right}>{children({ slots: data.slots, stale })}</div>
    </Page>
  )
}
