import { Trans } from '@lingui/react/macro'
import { toApiError } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { StateView } from '#ui/state-view.tsx'

interface LookupFailedProps {
  error: Error
  card?: boolean
  onRetry: () => void
}

export function LookupFailed({ error, card = false, onRetry }: LookupFailedProps) {
  const offline = toApiError(error).kind === 'offline'
  return (
    <StateView
      art={offline ? 'offline' : 'failed'}
      card={card}
      title={offline ? <Trans>No connection</Trans> : <Trans>This could not be loaded</Trans>}
      text={<Trans>Please check the connection and try again.</Trans>}
      action={
        <Button size="compact" icon="refresh" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
