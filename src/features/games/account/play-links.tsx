import { Trans } from '@lingui/react/macro'
import type { GameSlot } from '#api/contract/wallet.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button, buttonClass } from '#ui/button/button.tsx'
import styles from './account.module.css'
import { appAddress, opensOnWeb } from '../launch-rules.ts'
import { noteUsed } from '#data/last-used.ts'
import type { Play } from '../use-play.ts'

/** Opens the game with what is already in it. */
export function PlayLinks({ slot, play }: { slot: GameSlot; play: Play }) {
  const offline = useOffline()
  const apps = [
    { name: 'Android', href: appAddress(slot.android) },
    { name: 'iOS', href: appAddress(slot.ios) },
  ]
  const onWeb = opensOnWeb(slot)
  if (!onWeb && !apps.some(({ href }) => href)) return null
  return (
    <div className={styles.links}>
      <span>
        <Trans>Play without transfer</Trans>
      </span>
      {onWeb && (
        <Button
          variant="plain"
          size="compact"
          disabled={offline || play.busy}
          onClick={() => void play.play()}
        >
          <Trans>Web</Trans>
        </Button>
      )}
      {apps.map(
        ({ name, href }) =>
          href && (
            <a
              key={name}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => noteUsed(slot.code)}
              className={buttonClass({ variant: 'plain', size: 'compact' })}
            >
              {name}
            </a>
          ),
      )}
    </div>
  )
}
