import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useDown, useOffline } from '#pwa/use-connection.ts'
import { MainButton, type MainButtonProps } from '#ui/button/main-button.tsx'
import { OperationNotice, type ShownOperation } from './operation-notice.tsx'

export interface OperationButtonProps extends Pick<
  MainButtonProps,
  'aria-describedby' | 'icon' | 'onClick' | 'size' | 'type' | 'variant'
> {
  operation: ShownOperation
  /** The label of the button. */
  label: ReactNode
  /** Replaces the usual notice about the result, above the button. */
  notice?: ReactNode
  /** Why it cannot be pressed for now; `true` where the screen says so already. Missing input is no reason. */
  disabled?: ReactNode
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
  const { operation, label, notice, offlineReason, foot, disabled, ...button } = props
  const { state, busy } = operation
  const offline = useOffline()
  const down = useDown()
  const held = offline ? (offlineReason ?? true) : disabled
  return (
    <>
      {notice ?? <OperationNotice operation={operation} />}
      {state.status !== 'unknown' && (
        <>
          <MainButton
            {...button}
            loading={busy}
            held={down ? <Trans>The service does not answer. Please try again in a moment.</Trans> : held}
          >
            {label}
          </MainButton>
          {foot}
        </>
      )}
    </>
  )
}
