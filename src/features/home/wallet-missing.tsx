import { Trans, useLingui } from '@lingui/react/macro'
import { toApiError } from '#api/api-error.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { Button } from '#ui/button.tsx'
import { StateView } from '#ui/state-view.tsx'

interface WalletMissingProps {
  error: unknown
  onRetry: () => void
}

/** There is no balance to show, not even an outdated one. */
export function WalletMissing({ error, onRetry }: WalletMissingProps) {
  const { t } = useLingui()
  const failure = toApiError(error)
  const offline = failure.kind === 'offline'
  return (
    <StateView
      art={offline ? 'offline' : 'failed'}
      title={offline ? t`You are offline` : t`Your wallet could not be loaded`}
      text={
        offline
          ? t`Your money is safe. The balance appears as soon as there is a connection.`
          : wordsFor(failure)
      }
      action={
        <Button size="compact" icon="refresh" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
