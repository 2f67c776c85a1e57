import { Trans, useLingui } from '@lingui/react/macro'
import { LoadFailed } from '#components/load-failed.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { PrizeDialog } from './prize-dialog.tsx'
import { SpinOperation } from './spin-operation.tsx'
import styles from './spin-panel.module.css'
import type { Spin } from './use-spin.ts'
import { wheelSizeNow } from './use-wheel-size.ts'
import { couldSpin } from './wheel-rules.ts'
import { WheelStage } from './wheel-stage.tsx'

interface SpinPanelProps {
  spin: Spin
  /** A sheet with the same wheel lies over this one, and announces the prize. */
  covered?: boolean
  /** Something beside it is still to come, and would move it. */
  isLoading?: boolean
}

/** The wheel and everything about a spin. */
export function SpinPanel({ spin, covered, isLoading = false }: SpinPanelProps) {
  const { t } = useLingui()
  const tells = !covered
  const offline = useOffline()
  const { setup, shown, coins, slices } = spin
  if (isLoading || (!setup.data && !setup.error && slices.length === 0)) {
    const side = wheelSizeNow()
    return (
      <div className={styles.panel} aria-busy>
        <VisuallyHidden>{t`Loading`}</VisuallyHidden>
        <Skeleton width={side} height={side} round className={styles.waiting} />
        <Skeleton control />
      </div>
    )
  }
  if (slices.length > 0) {
    const isUnknown = spin.operation.state.status === 'unknown'
    const disabled = !spin.busy && (isUnknown || offline || !couldSpin({ busy: false, coins, slices }))
    return (
      <div className={styles.panel}>
        <WheelStage spin={spin} disabled={disabled} />
        <SpinOperation spin={spin} disabled={disabled} offline={offline} />
        {tells && <SpinStatus spin={spin} />}
        <PrizeDialog won={tells && shown?.stage === 'told' ? shown : null} onClose={spin.close} />
      </div>
    )
  }
  if (setup.data) {
    return (
      <StateView
        art="empty"
        title={t`The wheel is closed for now`}
        text={t`There is no wheel to spin at the moment. You keep your coins.`}
      />
    )
  }
  return <LoadFailed queries={[setup]} title={t`The wheel could not be loaded`} card />
}

/** The spin's state for screen readers. */
function SpinStatus({ spin: { shown } }: { spin: Spin }) {
  const label = shown?.label
  return (
    <p className="visually-hidden" aria-live="polite">
      {shown?.stage === 'turning' && <Trans>The wheel is turning.</Trans>}
      {shown && shown.stage !== 'turning' && <Trans>The wheel stopped at: {label}</Trans>}
    </p>
  )
}
