import { Trans } from '@lingui/react/macro'
import { ActNotice } from '#data/act-notice.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Play } from '../use-play.ts'

/** How starting the game went, where it did not simply open. */
export function PlayNews({ play, name }: { play: Play; name: string }) {
  const { state, act, done } = play
  return (
    <>
      {state.phase === 'failed' && <Notice tone="coral">{state.words}</Notice>}
      {state.phase === 'ready' && (
        <>
          <Notice title={<Trans>{name} is ready</Trans>}>
            <Trans>Your browser did not let it open by itself. One more tap opens it.</Trans>
          </Notice>
          <OpenGame destination={state.destination} onOpened={done} />
        </>
      )}
      {act.state.status !== 'failed' && <ActNotice act={act} />}
    </>
  )
}

interface OpenGameProps {
  destination: Extract<Play['state'], { phase: 'ready' }>['destination']
  onOpened: () => void
}

function OpenGame({ destination, onOpened }: OpenGameProps) {
  const face = (
    <>
      <Icon name="play" />
      <Trans>Open the game</Trans>
    </>
  )
  const className = buttonClass({ variant: 'primary', size: 'money', wide: true })
  // After the tap has done its work, or the form would be gone before it is sent.
  const opened = () => setTimeout(onOpened)
  if (destination.kind === 'address') {
    return (
      <a
        href={destination.href}
        target="_blank"
        rel="noopener noreferrer"
        className={className}
        onClick={opened}
      >
        {face}
      </a>
    )
  }
  return (
    <form
      method="post"
      action={destination.action}
      target="_blank"
      rel="noopener noreferrer"
      onSubmit={opened}
    >
      {destination.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className}>
        {face}
      </button>
    </form>
  )
}
