import type { ReactNode } from 'react'
import { useOffline } from '#pwa/use-connection.ts'
import { Button, type ButtonProps } from '#ui/button.tsx'
import styles from './operation-button.module.css'
import { OperationNotice, type ShownOperation } from './operation-notice.tsx'

export interface OperationButtonProps extends Pick<
  ButtonProps,
  'aria-describedby' | 'disabled' | 'icon' | 'onClick' | 'size' | 'type' | 'variant'
> {
  operation: ShownOperation
  /** The label of the button. */
  label: ReactNode
  /** Replaces the usual notice about the result, above the button. */
  notice?: ReactNode
  /** Why the button needs a connection; undefined if that is shown elsewhere. */
  offlineReason?: ReactNode
  /** The content below the button, while the button is shown. */
  foot?: ReactNode
}

/**
 * The notice of an operation's result, the button that starts it, and why it is disabled. While the result of the last one
 * is unknown there is no button.
 */
export function OperationButton(props: OperationButtonProps) {
  const { operation, label, notice, offlineReason, foot, disabled = false, ...button } = props
  const { state, busy } = operation
  const offline = useOffline()
  return (
    <>
      {notice ?? <OperationNotice operation={operation} />}
      {state.status !== 'unknown' && (
        <>
          <Button
            variant="primary"
            size="money"
            wide
            {...button}
            loading={busy}
            disabled={!busy && (offline || disabled)}
          >
            {label}
          </Button>
          {offline && !busy && offlineReason && <p className={styles.reason}>{offlineReason}</p>}
          {foot}
        </>
      )}
    </>
  )
}
