import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useRef, type MouseEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { Disc, type Tone } from './disc.tsx'
import type { IconName } from './icon.tsx'
import { KeepFocus, useModalChange } from './modal-change.ts'
import modal from './modal.module.css'
import { passToasts } from './toast.ts'

interface AlertDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: (tap: MouseEvent<HTMLButtonElement>) => void
  title: ReactNode
  text?: ReactNode
  icon?: IconName
  /** A large picture in place of the icon, for a title that is the news itself. */
  art?: ReactNode
  tone?: Tone
  confirmLabel: ReactNode
  cancelLabel: ReactNode
  /** The operation is destructive: its button is coral. */
  danger?: boolean
  /** The cancel button is the gold one, because it is the safe and likely answer. */
  prefersCancel?: boolean
  loading?: boolean
  children?: ReactNode
}

/** Asks before an operation that cannot be undone. A tap outside does not answer it; the cancel button has the focus. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onClose, onConfirm, title, text, icon, art, danger, loading = false, children } = props
  const { tone = danger ? 'coral' : 'sky', confirmLabel, cancelLabel, prefersCancel } = props
  const [cancelLook, confirmLook] = prefersCancel
    ? (['primary', 'quiet'] as const)
    : (['quiet', 'primary'] as const)
  const cancel = useRef<HTMLButtonElement>(null)
  const change = useModalChange(open, onClose, loading)
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={change}>
        <Base.Portal>
          <Base.Backdrop forceRender className={classNames(modal.scrim, styles.scrim)} />
          <Base.Viewport className={styles.viewport}>
            <Base.Popup className={classNames(modal.popup, styles.dialog)} initialFocus={cancel}>
              <KeepFocus />
              {art ?? (icon && <Disc icon={icon} tone={tone} size="large" />)}
              <Base.Title className={classNames(styles.title, art !== undefined && styles.large)}>
                {title}
              </Base.Title>
              {text && <Base.Description className={styles.text}>{text}</Base.Description>}
              {children}
              <div ref={passToasts} className={styles.actions}>
                <Button ref={cancel} variant={cancelLook} disabled={loading} onClick={onClose}>
                  {cancelLabel}
                </Button>
                <Button variant={danger ? 'danger' : confirmLook} loading={loading} onClick={onConfirm}>
                  {confirmLabel}
                </Button>
              </div>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
