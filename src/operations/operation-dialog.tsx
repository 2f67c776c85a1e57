import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { ComparisonNotice } from './comparison-notice.tsx'
import { OperationNotice, type ShownOperation } from './operation-notice.tsx'

interface OperationDialogProps extends Omit<ComponentProps<typeof AlertDialog>, 'children' | 'loading'> {
  operation: ShownOperation
  /** The words for an unknown result. */
  unknown?: ReactNode
}

/** Asks for confirmation of an operation. Once its answer is lost, the same button asks how it ended and performs nothing. */
export function OperationDialog({ operation, unknown, ...dialog }: OperationDialogProps) {
  const { state, busy, recheck, reset } = operation
  const isUnknown = state.status === 'unknown'
  const comparison = isUnknown && state.comparison
  return (
    <AlertDialog
      {...dialog}
      onClose={() => {
        // Nobody will ever say more of it.
        if (comparison) reset()
        dialog.onClose()
      }}
      onConfirm={isUnknown ? () => void recheck() : dialog.onConfirm}
      confirmLabel={isUnknown ? <Trans>Check again</Trans> : dialog.confirmLabel}
      loading={busy}
    >
      {isUnknown ? (
        <p aria-live="polite">
          {comparison ? (
            <ComparisonNotice comparison={comparison} />
          ) : (
            (unknown ?? <Trans>We do not know yet whether it went through</Trans>)
          )}
        </p>
      ) : (
        <OperationNotice operation={operation} />
      )}
    </AlertDialog>
  )
}
