import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { BonusLink } from '#components/bonus-link.tsx'
import { RefusalNotice } from '#components/refusal-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Notice, noticePlaceClass } from '#ui/message/notice.tsx'
import { useLostFocus } from '#ui/button/lost-focus.ts'
import { ComparisonNotice } from './comparison-notice.tsx'
import type { OperationCall } from './operations.ts'
import { isOver } from './outcome.ts'
import type { Operation } from './use-operation.ts'

export type ShownOperation = Pick<
  Operation<OperationCall>,
  'state' | 'busy' | 'isTold' | 'recheck' | 'reset'
> &
  Partial<Pick<Operation<OperationCall>, 'id'>>

/** Whether the outcome is unknown after a lost response, so that no balance "afterwards" can be shown. */
export const isOutcomeOpen = ({ state }: ShownOperation): boolean =>
  state.status === 'checking' || state.status === 'unknown'

/** Whether the server refused it, so that a balance "afterwards" would be untrue. */
export const isRefused = ({ state }: Pick<ShownOperation, 'state'>): boolean =>
  state.status === 'failed' && state.error.kind === 'refused'

/** The state for a form without an operation. */
export const noOperation: ShownOperation = {
  state: { status: 'idle' },
  busy: false,
  isTold: false,
  recheck: async () => ({ status: 'abandoned' }),
  reset: () => undefined,
}

/** Error codes that the bonus page explains. */
const aboutBonus = new Set(['BONUS_CONDITION', 'BONUS_REMAINING'])

interface OperationNoticeProps {
  operation: ShownOperation
  /** The site's own text for a refusal; connection problems keep their usual text. */
  refused?: string
  /** The texts for an unknown result, if the usual ones about money do not fit. */
  unknown?: { title: ReactNode; text?: ReactNode; check?: ReactNode }
  /** Replaces the notice of an unknown result by these words, where the button that asks for it stands elsewhere. */
  plain?: ReactNode
}

/**
 * Shows that an operation was refused, that its response was lost, or that its result is still unknown. It is there before any of
 * that happens: a screen reader does not read out a live region that comes together with its words.
 */
export function OperationNotice({ refused, ...shown }: OperationNoticeProps) {
  const { state, isTold } = shown.operation
  const words = useLostFocus<HTMLDivElement>(isOutcomeOpen(shown.operation) && state.status)
  return (
    <>
      {state.status === 'failed' && !isTold && (
        <RefusalNotice
          error={state.error}
          words={state.error.kind === 'refused' && refused}
          action={aboutBonus.has(state.error.code) && <BonusLink />}
        />
      )}
      <div ref={words} tabIndex={-1} className={noticePlaceClass} aria-live="polite">
        <OpenOutcome {...shown} />
      </div>
    </>
  )
}

/** Empty unless the outcome is open. */
function OpenOutcome({ operation, unknown, plain }: Omit<OperationNoticeProps, 'refused'>) {
  const { state, recheck, reset } = operation
  switch (state.status) {
    case 'checking':
      if (isProcessing(operation)) return <Processing />
      return (
        <Notice icon="refresh" title={<Trans>The connection was lost while we waited for the answer</Trans>}>
          <Trans>Checking the result. Nothing is sent twice.</Trans>
        </Notice>
      )
    case 'unknown': {
      const { comparison } = state
      if (isProcessing(operation) && !plain && !comparison)
        return <Processing onCheck={() => void recheck()} />
      // The result can no longer be known, as the comparison says: a title in place of that would still promise it.
      const over = isOver(comparison)
      const words =
        plain ??
        unknown?.text ??
        ((!unknown || over) && (
          <Trans>
            The connection was lost before the answer came. Nothing is done twice. Please check your balance
            and statement before you start again.
          </Trans>
        ))
      const text = comparison ? <ComparisonNotice comparison={comparison}>{words}</ComparisonNotice> : words
      if (plain) return <p>{text}</p>
      return (
        <Notice
          tone="gold"
          title={!over && (unknown?.title ?? <Trans>We do not know yet whether it went through</Trans>)}
          action={
            <>
              {!over && (
                <Button size="compact" icon="refresh" onClick={() => void recheck()}>
                  {unknown?.check ?? <Trans>Check again</Trans>}
                </Button>
              )}
              {comparison && (
                <Button size="compact" onClick={reset}>
                  <Trans>Close</Trans>
                </Button>
              )}
            </>
          }
        >
          {text}
        </Notice>
      )
    }
    default:
      return null
  }
}

/** The server is working on it and waits for somebody else, such as a game provider. */
const isProcessing = ({ state }: ShownOperation): boolean =>
  (state.status === 'checking' || state.status === 'unknown') && state.error.code === 'PROCESSING'

function Processing({ onCheck }: { onCheck?: () => void }) {
  return (
    <Notice
      icon="refresh"
      title={<Trans>Your money is on its way</Trans>}
      action={
        onCheck && (
          <Button size="compact" icon="refresh" onClick={onCheck}>
            <Trans>Check again</Trans>
          </Button>
        )
      }
    >
      <Trans>
        The game has not answered yet. You need not do anything: the money arrives, or goes back to where it
        was.
      </Trans>
    </Notice>
  )
}
