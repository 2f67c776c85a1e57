import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GameSlot } from '#api/contract/wallet.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { GameArt } from '#ui/art/game-art.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { toast } from '#ui/message/toast.ts'
import { ActivatePanel } from './account/activate-panel.tsx'
import { Credentials } from './account/credentials.tsx'
import { GameBalance } from './account/game-balance.tsx'
import { PlayLinks } from './account/play-links.tsx'
import { TransferPanel } from './account/transfer-panel.tsx'
import { categoryTexts } from './category-texts.ts'
import { usePlay } from './use-play.ts'

interface GameSheetProps {
  code: string
  onClose: () => void
  /** The button that moves its money out is being pressed. */
  onReadyToMove?: (code: string) => void
  /** Moves money from the game back to the wallet. */
  onMoveOut: (code: string) => void
}

export function GameSheet({ code, onClose, onReadyToMove, onMoveOut }: GameSheetProps) {
  const { t } = useLingui()
  const wallet = useQuery(walletQueryOptions)
  const slot = wallet.data?.slots.find((each) => each.code === code)
  if (wallet.data && slot) {
    const walletSatang = wallet.data.wallet.amount
    return (
      <Game
        slot={slot}
        walletSatang={walletSatang}
        onClose={onClose}
        onReadyToMove={() => onReadyToMove?.(code)}
        onMoveOut={() => onMoveOut(code)}
      />
    )
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t`Game account`}
      closeLabel={t`Close`}
      banner={wallet.isPending && <Skeleton height="9.25rem" />}
    >
      {wallet.isPending ? (
        <SkeletonPart
          shape={['field', 'line', 'line', 'label', 'amount', 'hint', 'button', 'button']}
          label={t`Loading the game account`}
        />
      ) : wallet.isError ? (
        <LoadFailed queries={[wallet]} title={t`The game account could not be loaded`} />
      ) : (
        <StateView
          card={false}
          art="empty"
          title={t`This game is not here`}
          text={t`It may have closed. Please choose another game.`}
        />
      )}
    </Sheet>
  )
}

interface GameProps {
  slot: GameSlot
  walletSatang: number
  onClose: () => void
  onReadyToMove: () => void
  onMoveOut: () => void
}

function Game({ slot, walletSatang, onClose, onReadyToMove, onMoveOut }: GameProps) {
  const { t } = useLingui()
  const { name } = slot
  const play = usePlay(slot)
  // The wallet will say so too, once it has been fetched again.
  const [activated, setActivated] = useState(false)
  return (
    <Sheet
      open
      onClose={onClose}
      locked={play.state.phase === 'moving'}
      title={slot.name}
      closeLabel={t`Close`}
      banner={<GameArt src={slot.background || slot.logo} seed={slot.code} showLabel={t`Show picture`} />}
      bannerMark={t(categoryTexts[slot.category])}
      bannerLogo={slot.background && slot.logo && <GameArt src={slot.logo} seed={slot.code} />}
    >
      {slot.isActive || activated ? (
        <>
          <GameBalance satang={slot.amount} onReadyToMove={onReadyToMove} onMoveOut={onMoveOut} />
          {slot.closed ? (
            <Notice tone="sky" title={t`This game is closed`}>
              <Trans>Nothing can be played here any more. Your money is safe: move it to the wallet.</Trans>
            </Notice>
          ) : (
            <>
              <Credentials code={slot.code} />
              <TransferPanel slot={slot} walletSatang={walletSatang} play={play} />
              <PlayLinks slot={slot} play={play} />
            </>
          )}
        </>
      ) : (
        <ActivatePanel
          code={slot.code}
          onActive={() => {
            setActivated(true)
            toast({ tone: 'jade', icon: 'check', title: t`${name} is ready` })
          }}
        />
      )}
    </Sheet>
  )
}
