import { Trans } from '@lingui/react/macro'
import type { OperationCall } from '#operations/operation-names.ts'
import type { Operation } from '#operations/use-operation.ts'
import { useRecheckWhenOnline } from '#operations/use-recheck-when-online.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** The answer to a change was lost: what is being done about it, and what is known. */
export function ChangeNotice<C extends OperationCall>({ operation }: { operation: Operation<C> }) {
  useRecheckWhenOnline(operation.state.status === 'unknown', operation.recheck)
  if (operation.state.status === 'checking') {
    return (
      <Notice icon="refresh">
        <Trans>The answer was lost on the way. Asking whether the change was made.</Trans>
      </Notice>
    )
  }
  if (operation.state.status !== 'unknown') return null
  return (
    <Notice
      tone="gold"
      action={
        <Button size="compact" icon="refresh" onClick={() => void operation.recheck()}>
          <Trans>Ask again</Trans>
        </Button>
      }
    >
      <Trans>We do not know yet whether the change was made. Please ask again in a moment.</Trans>
    </Notice>
  )
}
