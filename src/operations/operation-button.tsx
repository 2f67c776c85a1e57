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
  /** What the button says. */
  label: ReactNode
  /** In place of the usual words about how it went: stands above the button. */
  notice?: ReactNode
  /** Why the button waits for a connection; nothing where that is told elsewhere. */
  offlineReason?: ReactNode
  /** Below the button, while there is one. */
  foot?: ReactNode
}

/**
 * How an operation went, the button that begins it, and why it cannot be pressed. While nobody knows what became of the last
 * one there is no button for another.
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
