import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue } from 'react'
import { CoinsText } from '#components/coins-text.tsx'
import { formatCount } from '#i18n/format-count.ts'
import { Champa } from '#ui/art/champa.tsx'
import { classNames } from '#ui/class-names.ts'
import { heldProps } from '#ui/button/held.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { Spin } from './use-spin.ts'
import { useWheelSize } from './use-wheel-size.ts'
import { WheelCanvas } from './wheel-canvas.tsx'
import { WheelRim } from './wheel-rim.tsx'
import styles from './wheel-stage.module.css'

interface WheelStageProps {
  spin: Spin
  disabled: boolean
}

/** The wheel with the button in its middle. */
export function WheelStage({ spin, disabled }: WheelStageProps) {
  const { t } = useLingui()
  const { size, ratio } = useWheelSize()
  const { slices, shown, coins } = spin
  const isTurning = shown?.stage === 'turning'
  // Drawing the wheel is expensive, so closing the prize comes first.
  const winner = useDeferredValue(shown && !isTurning && shown.index >= 0 ? shown.index : null)
  const name = spin.setup.data?.wheel?.name || t`Spin wheel`
  const labels = slices.map(({ label }) => label).join(', ')
  return (
    <div
      className={classNames(styles.stage, spin.busy && styles.busy)}
      style={{ inlineSize: size, blockSize: size }}
      aria-busy={spin.busy}
    >
      <WheelCanvas
        slices={slices}
        size={size}
        ratio={ratio}
        angle={spin.angle}
        rotation={isTurning ? shown.rotation : null}
        winner={winner}
        label={`${name}: ${labels}`}
        onLanded={spin.land}
      />
      <WheelRim />
      <button type="button" className={styles.hub} {...heldProps(disabled, spin.start)}>
        <Champa size={100} className={styles.flower} />
        <span className={classNames(styles.count, coins > 999 && styles.long)} aria-hidden>
          {formatCount(coins)}
        </span>
        <VisuallyHidden>
          <Trans>Spin the wheel</Trans>, <CoinsText coins={coins} />
        </VisuallyHidden>
      </button>
    </div>
  )
}
