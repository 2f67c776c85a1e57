import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { useRef, type MouseEvent, type ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

interface AlertDialogProps extends Omit<DialogProps, 'actions' | 'focused' | 'locked' | 'Root'> {
  onConfirm: (tap: MouseEvent<HTMLButtonElement>) => void
  confirmLabel: ReactNode
  cancelLabel: ReactNode
  /** The operation is destructive: its button is coral. */
  danger?: boolean
  /** The cancel button is the gold one, because it is the safe and likely answer. */
  prefersCancel?: boolean
  loading?: boolean
}

/** Asks before an operation that cannot be undone. A tap outside does not answer it; the cancel button has the focus. */
export function AlertDialog(props: AlertDialogProps) {
  const { onConfirm, confirmLabel, cancelLabel, danger, prefersCancel, loading = false, ...message } = props
  const { onClose, tone = danger ? 'coral' : 'sky' } = message
  const [cancelLook, confirmLook] = prefersCancel
    ? (['primary', 'quiet'] as const)
    : (['quiet', 'primary'] as const)
  const cancel = useRef<HTMLButtonElement>(null)
  const actions = (
    <>
      <Button ref={cancel} variant={cancelLook} disabled={loading} onClick={onClose}>
        {cancelLabel}
      </Button>
      <Button variant={danger ? 'danger' : confirmLook} loading={loading} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog {...message} Root={Base.Root} tone={tone} locked={loading} focused={cancel} actions={actions} />
  )
}
