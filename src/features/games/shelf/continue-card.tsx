import { Trans } from '@lingui/react/macro'
import type { GameSlot } from '#api/contract/wallet.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Amount } from '#ui/amount.tsx'
import { Disc } from '#ui/art/disc.tsx'
import { GameArt } from '#ui/art/game-art.tsx'
import { pictureCardClass } from '#ui/art/picture-card.ts'
import { LaunchStatus } from '../account/launch-status.tsx'
import { opensOnWeb } from '../launch-rules.ts'
import { usePlay } from '../use-play.ts'
import styles from './continue-card.module.css'

interface ContinueCardProps {
  slot: GameSlot
  stale: boolean
  onOpen: () => void
}

/** The last played game. One tap plays it with the money in it; a game without money, or without a web page, opens its sheet. */
export function ContinueCard({ slot, stale, onOpen }: ContinueCardProps) {
  const offline = useOffline()
  const play = usePlay(slot)
  const plays = slot.amount > 0 && opensOnWeb(slot) && !offline
  return (
    <>
      <button
        type="button"
        className={pictureCardClass(styles.card)}
        aria-busy={play.busy}
        onClick={() => (plays ? void play.play() : onOpen())}
      >
        <GameArt src={slot.background || slot.logo} seed={slot.code} className={styles.art} />
        <span className={styles.words}>
          <small>
            <Trans>Go on playing</Trans>
          </small>
          <b>{slot.name}</b>
          <Amount satang={slot.amount} stale={stale} />
        </span>
        <Disc icon={plays ? 'play' : 'next'} />
      </button>
      <LaunchStatus play={play} name={slot.name} />
    </>
  )
}
