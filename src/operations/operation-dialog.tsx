import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { AlertDialog } from '#ui/dialog/alert-dialog.tsx'
import { OperationNotice, type ShownOperation } from './operation-notice.tsx'

interface OperationDialogProps extends Omit<ComponentProps<typeof AlertDialog>, 'loading'> {
  operation: ShownOperation
  /** The text for an unknown result. */
  unknown?: ReactNode
}

/** Asks for confirmation of an operation. After a lost response the same button only checks the outcome. */
export function OperationDialog({ operation, unknown, children, ...dialog }: OperationDialogProps) {
  const { state, busy, recheck, reset } = operation
  const isUnknown = state.status === 'unknown'
  return (
    <AlertDialog
      {...dialog}
      onClose={() => {
        // The outcome can never be known, so the dialog can be closed.
        if (isUnknown && state.comparison) reset()
        dialog.onClose()
      }}
      onConfirm={isUnknown ? () => void recheck() : dialog.onConfirm}
      confirmLabel={isUnknown ? <Trans>Check again</Trans> : dialog.confirmLabel}
      loading={busy}
    >
      {children}
      <OperationNotice
        operation={operation}
        plain={unknown ?? <Trans>We do not know yet whether it went through</Trans>}
      />
    </AlertDialog>
  )
}
