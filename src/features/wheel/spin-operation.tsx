import { Trans, useLingui } from '@lingui/react/macro'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { useRecheckWhenOnline } from '#operations/use-recheck-when-online.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Spin } from './use-spin.ts'
import { ComingCoins } from './coming-coins.tsx'
import styles from './spin-panel.module.css'

interface SpinOperationProps {
  spin: Spin
  disabled: boolean
  offline: boolean
}

/** The button that spins, and why it cannot; once an answer is lost, the question what was won. */
export function SpinOperation({ spin, disabled, offline }: SpinOperationProps) {
  const { t } = useLingui()
  const { operation, busy } = spin
  useRecheckWhenOnline(operation.state.status === 'unknown', spin.recheck)
  if (operation.state.status === 'unknown') {
    return (
      <Notice
        tone="gold"
        title={<Trans>We do not know yet what you won</Trans>}
        action={
          <Button size="compact" icon="refresh" onClick={spin.recheck}>
            <Trans>Check my prize</Trans>
          </Button>
        }
      >
        <Trans>The connection was lost before the answer came. The wheel is not spun a second time.</Trans>
      </Notice>
    )
  }
  return (
    <div className={styles.operation}>
      <Button variant="primary" size="money" wide loading={busy} disabled={disabled} onClick={spin.start}>
        {busy ? t`Spinning…` : t`Spin for 1 coin`}
      </Button>
      {operation.state.status === 'checking' && <OperationNotice operation={operation} />}
      {offline && !busy ? (
        <p className={styles.reason}>
          <Trans>You are offline. You can spin when you are connected again.</Trans>
        </p>
      ) : (
        !busy && <ComingCoins spin={spin} />
      )}
    </div>
  )
}
