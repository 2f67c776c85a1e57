import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CoinsText } from '#components/coins-text.tsx'
import { spinActiveQueryOptions } from '#data/rewards/spin-queries.ts'
import { useCoins } from '#data/rewards/use-coins.ts'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { useWithdrawBlocks } from '#data/wallet/withdraw-blocks.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { tileClass, TileFace, tilesClass } from '#ui/list/tile.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { RefreshTile } from './refresh-tile.tsx'

export type TileModal = 'deposit' | 'withdraw' | 'invite' | 'refund'

interface ActionTilesProps {
  /** In the menu sheet the first two tiles are taller, and going to a page replaces the sheet. */
  inDrawer?: boolean
  /** The tile that opens it is being pressed. */
  onReady: (what: TileModal) => void
  onOpen: (what: TileModal) => void
}

/** The six main actions: in the menu sheet on a phone, on the home page where there is room. */
export function ActionTiles({ inDrawer, onReady, onOpen }: ActionTilesProps) {
  const wallet = useQuery(walletQueryOptions).data
  const coins = useCoins()
  const { data: spinOn, isFetched: isSpinAsked } = useQuery(spinActiveQueryOptions)
  const offline = useOffline()
  const look = (look: Parameters<typeof tileClass>[0] = {}) =>
    tileClass(offline ? { ...look, tone: 'quiet' } : look)
  const opens = (what: TileModal) => ({
    type: 'button' as const,
    onPointerDown: () => onReady(what),
    onClick: () => onOpen(what),
  })
  return (
    <div className={tilesClass}>
      <button {...opens('deposit')} className={look({ tone: 'gold', tall: inDrawer })}>
        <TileFace art="deposit" title={<Trans>Deposit</Trans>} text={<Trans>Choose how</Trans>} />
      </button>
      {spinOn ? (
        <Link to="/user/spin" replace={inDrawer} className={look({ tone: 'brand', tall: inDrawer })}>
          <TileFace
            art="spin"
            title={<Trans>Spin wheel</Trans>}
            text={coins !== undefined && <CoinsText coins={coins} />}
          />
        </Link>
      ) : spinOn === undefined && !isSpinAsked ? (
        <span className={look({ tone: 'brand', tall: inDrawer })} aria-busy>
          <TileFace art="spin" title={<Skeleton width="60%" height="1em" />} />
        </span>
      ) : (
        <RefreshTile tall={inDrawer} />
      )}
      <button {...opens('withdraw')} className={look()}>
        <TileFace
          art="withdraw"
          title={<Trans>Withdraw</Trans>}
          text={wallet && <Withdrawable satang={wallet.wallet.amount} />}
        />
      </button>
      <button {...opens('invite')} className={look()}>
        <TileFace
          art="invite"
          title={<Trans>Invite friends</Trans>}
          text={
            wallet && (
              <Trans>
                To claim: <WalletAmount satang={wallet.invite.amount} />
              </Trans>
            )
          }
        />
      </button>
      <Link to="/user/bonus" replace={inDrawer} className={look()}>
        <TileFace art="bonus" title={<Trans>Bonus</Trans>} text={<Trans>See bonuses</Trans>} />
      </Link>
      <button {...opens('refund')} className={look()}>
        <TileFace art="refund" title={<Trans>Cashback</Trans>} text={<Trans>See what is yours</Trans>} />
      </button>
    </div>
  )
}

/** What can be withdrawn at a time, or what is in the way; where nothing can, or that is not known, only what the wallet holds. */
function Withdrawable({ satang }: { satang: number }) {
  const {
    blocks: [worst],
    range,
  } = useWithdrawBlocks()
  if (worst?.kind === 'hold') return <Trans>Withdrawals are on hold</Trans>
  if (worst?.toPlay !== undefined) {
    return (
      <Trans>
        Still to be played before you can withdraw: <WalletAmount satang={worst.toPlay} stale={worst.stale} />
      </Trans>
    )
  }
  if (worst) return <Trans>Bonus in use</Trans>
  if (!range || satang < range.withdrawMin) return <WalletAmount satang={satang} />
  return (
    <Trans>
      Up to <WalletAmount satang={Math.min(satang, range.withdrawMax)} />
    </Trans>
  )
}
