import { Trans } from '@lingui/react/macro'
import { wordsFor } from '#errors/handle-error.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { OperationCall } from './operation-names.ts'
import type { Operation } from './use-operation.ts'
import { BonusLink } from '#data/bonus-link.tsx'
import { useRecheckWhenOnline } from './use-recheck-when-online.ts'

/** Refusals that the bonus page tells more about. */
const aboutBonus = new Set(['BONUS_CONDITION', 'BONUS_REMAINING'])

/** Says how an operation went when it did not simply go well: refused, its answer lost, or not to be known yet. */
export function OperationNotice({
  operation,
}: {
  operation: Pick<Operation<OperationCall>, 'state' | 'recheck'>
}) {
  const { state } = operation
  useRecheckWhenOnline(state.status === 'unknown', operation.recheck)
  switch (state.status) {
    case 'failed':
      return (
        <Notice tone="coral" action={aboutBonus.has(state.error.code) && <BonusLink />}>
          {wordsFor(state.error)}
        </Notice>
      )
    case 'checking':
      return (
        <Notice icon="refresh" title={<Trans>The answer was lost on the way</Trans>}>
          <Trans>Asking what became of it. Nothing is sent a second time.</Trans>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice
          tone="gold"
          title={<Trans>We do not know yet whether it went through</Trans>}
          action={
            <Button size="compact" icon="refresh" onClick={() => void operation.recheck()}>
              <Trans>Ask again</Trans>
            </Button>
          }
        >
          <Trans>
            The connection was lost before the answer came. Nothing is done twice. Please look at the balance
            and the statement before you start again.
          </Trans>
        </Notice>
      )
    default:
      return null
  }
}
