import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CoinsText } from '#data/coins-text.tsx'
import { spinActiveQueryOptions } from '#data/spin-queries.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { bahtToSatang } from '#lib/money.ts'
import { Amount } from '#ui/amount.tsx'
import { tileClass, TileFace, tilesClass } from '#ui/tile.tsx'
import { RefreshTile } from './refresh-tile.tsx'

interface ActionTilesProps {
  /** The first two stand taller there, and going to a page closes it. */
  inDrawer?: boolean
  onOpen: (what: 'deposit' | 'withdraw' | 'invite' | 'refund') => void
}

/** The six things a member does: in the drawer on a phone, on the home page where there is room. */
export function ActionTiles({ inDrawer, onOpen }: ActionTilesProps) {
  const wallet = useQuery(walletQueryOptions).data
  const spinOn = useQuery(spinActiveQueryOptions).data
  return (
    <div className={tilesClass}>
      <button
        type="button"
        className={tileClass({ tone: 'gold', tall: inDrawer })}
        onClick={() => onOpen('deposit')}
      >
        <TileFace
          art="deposit"
          title={<Trans>Deposit</Trans>}
          text={<Trans>Arrives in about 1 minute</Trans>}
        />
      </button>
      {spinOn ? (
        <Link to="/user/spin" replace={inDrawer} className={tileClass({ tone: 'river', tall: inDrawer })}>
          <TileFace
            art="spin"
            title={<Trans>Spin wheel</Trans>}
            text={wallet && <CoinsText coins={wallet.profile.coin} />}
          />
        </Link>
      ) : (
        <RefreshTile tall={inDrawer} />
      )}
      <button type="button" className={tileClass()} onClick={() => onOpen('withdraw')}>
        <TileFace
          art="withdraw"
          title={<Trans>Withdraw</Trans>}
          text={
            wallet && (
              <Trans>
                Up to <Amount satang={bahtToSatang(wallet.wallet.amount)} />
              </Trans>
            )
          }
        />
      </button>
      <button type="button" className={tileClass()} onClick={() => onOpen('invite')}>
        <TileFace
          art="invite"
          title={<Trans>Invite friends</Trans>}
          text={
            wallet && (
              <Trans>
                To receive: <Amount satang={bahtToSatang(wallet.invite.amount)} />
              </Trans>
            )
          }
        />
      </button>
      <Link to="/user/bonus" replace={inDrawer} className={tileClass()}>
        <TileFace art="bonus" title={<Trans>Bonus</Trans>} text={<Trans>See what you can get</Trans>} />
      </Link>
      <button type="button" className={tileClass()} onClick={() => onOpen('refund')}>
        <TileFace art="refund" title={<Trans>Cashback</Trans>} text={<Trans>See what is yours</Trans>} />
      </button>
    </div>
  )
}
