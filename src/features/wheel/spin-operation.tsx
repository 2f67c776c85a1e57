import { Trans, useLingui } from '@lingui/react/macro'
import { OperationButton } from '#operations/operation-button.tsx'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { ComingCoins } from './coming-coins.tsx'
import styles from './spin-panel.module.css'
import type { Spin } from './use-spin.ts'

interface SpinOperationProps {
  spin: Spin
  disabled: boolean
  offline: boolean
}

/** The spin button, with the reason if it is disabled; after a lost answer, the notice that asks for the outcome. */
export function SpinOperation({ spin, disabled, offline }: SpinOperationProps) {
  const { t } = useLingui()
  const { operation, busy } = spin
  const unknown = {
    title: t`We do not know yet what you won`,
    text: t`The connection was lost before the answer came. The wheel does not spin twice.`,
    check: t`Check my prize`,
  }
  return (
    <div className={styles.operation}>
      <OperationButton
        operation={{ ...operation, busy }}
        notice={<OperationNotice operation={operation} unknown={unknown} />}
        label={busy ? t`Spinning…` : t`Spin for 1 coin`}
        disabled={disabled}
        offlineReason={<Trans>You are offline. You can spin when you are connected again.</Trans>}
        onClick={spin.start}
        foot={!offline && !busy && <ComingCoins spin={spin} />}
      />
    </div>
  )
}
