import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { totalBalance } from '#lib/money/balance.ts'
import { LastUpdated } from '#components/last-updated.tsx'
import { useWalletAge } from '#data/wallet/wallet-age.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { Amount } from '#ui/amount.tsx'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { ActionTiles, type TileModal } from './action-tiles.tsx'
import { MoveButtons, type MoveModal } from './move-buttons.tsx'
import styles from './menu-sheet.module.css'

type MenuModal = { open: TileModal } | MoveModal

interface MenuSheetProps {
  onClose: () => void
  /** What opens it is being pressed. */
  onReady: (what: MenuModal) => void
  onOpen: (what: MenuModal) => void
}

/** The sheet that the plus button opens. */
export function MenuSheet({ onClose, onReady, onOpen }: MenuSheetProps) {
  const { t } = useLingui()
  const wallet = useQuery(walletQueryOptions).data
  const { updatedAt, now, stale } = useWalletAge()
  const balance = wallet && (
    <span className={styles.balance}>
      <span>
        <Trans>Balance</Trans>
      </span>{' '}
      <b>
        <Amount satang={totalBalance(wallet)} stale={stale} />
      </b>
    </span>
  )
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>What next?</Trans>}
      closeLabel={t`Close`}
      closeWith="plus"
      aside={balance}
    >
      {wallet && stale && <LastUpdated updatedAt={updatedAt} now={now} stale />}
      <ActionTiles
        inDrawer
        onReady={(what) => onReady({ open: what })}
        onOpen={(what) => onOpen({ open: what })}
      />
      <MoveButtons onReady={onReady} onOpen={onOpen} />
    </Sheet>
  )
}
