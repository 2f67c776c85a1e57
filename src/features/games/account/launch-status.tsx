import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { buttonClass, type ButtonLook } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice, noticePlaceClass } from '#ui/message/notice.tsx'
import { useLostFocus } from '#ui/button/lost-focus.ts'
import type { Destination } from '../launch-rules.ts'
import type { Play } from '../use-play.ts'

/** Shows how the launch went when the game did not simply open. */
export function LaunchStatus({ play, name }: { play: Play; name: string }) {
  const { state, operation, opened } = play
  // The button to play is gone with a game that waits to be opened.
  const ready = useLostFocus<HTMLDivElement>(state.phase)
  return (
    <>
      {state.phase === 'failed' && <Notice tone="coral">{state.words}</Notice>}
      <div ref={ready} tabIndex={-1} className={noticePlaceClass} aria-live="polite">
        {state.phase === 'ready' && (
          <Notice title={<Trans>{name} is ready</Trans>}>
            <Trans>The game did not open. Tap again to open it.</Trans>
          </Notice>
        )}
      </div>
      {state.phase === 'ready' &&
        launchLinks().map(({ target, look, words }) => (
          <LaunchLink
            key={target}
            destination={state.destination}
            target={target}
            look={look}
            onOpened={opened}
          >
            {words}
          </LaunchLink>
        ))}
      <OperationNotice operation={operation} />
    </>
  )
}

const newTab = { target: '_blank', words: <Trans>Open the game</Trans> }
const thisWindow = { target: '_self', words: <Trans>Open it in this window</Trans> }

/** In a frame this window comes first: a framed page that could not open a tab cannot do so on a second try. */
function launchLinks() {
  const [first, second] = window.parent === window ? [newTab, thisWindow] : [thisWindow, newTab]
  return [
    { ...first, look: { variant: 'primary', size: 'money', wide: true } },
    { ...second, look: { variant: 'quiet', wide: true } },
  ] as const
}

interface LaunchLinkProps {
  destination: Destination
  target: string
  look: ButtonLook
  onOpened: () => void
  children: ReactNode
}

function LaunchLink({ destination, target, look, onOpened, children }: LaunchLinkProps) {
  const className = buttonClass(look)
  const content = (
    <>
      {look.variant === 'primary' && <Icon name="play" />}
      {children}
    </>
  )
  // Deferred, because removing the form before the browser has submitted it would cancel that.
  const opened = () => setTimeout(onOpened)
  if (destination.kind === 'address') {
    return (
      <a
        href={destination.href}
        target={target}
        rel="noopener noreferrer"
        className={className}
        onClick={opened}
      >
        {content}
      </a>
    )
  }
  return (
    <form
      method="post"
      action={destination.action}
      target={target}
      rel="noopener noreferrer"
      onSubmit={opened}
    >
      {destination.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className}>
        {content}
      </button>
    </form>
  )
}
