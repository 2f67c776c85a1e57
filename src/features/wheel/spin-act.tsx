import { Trans, useLingui } from '@lingui/react/macro'
import { ActNotice } from '#data/act-notice.tsx'
import { useAskWhenBack } from '#data/use-ask-when-back.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Spin } from './use-spin.ts'
import styles from './spin-panel.module.css'

interface SpinActProps {
  spin: Spin
  disabled: boolean
  offline: boolean
}

/** The button that spins, and why it cannot; once an answer is lost, the question what was won. */
export function SpinAct({ spin, disabled, offline }: SpinActProps) {
  const { t } = useLingui()
  const { act, coins, busy } = spin
  useAskWhenBack(act.state.status === 'unknown', spin.askAgain)
  if (act.state.status === 'unknown') {
    return (
      <Notice
        tone="gold"
        title={<Trans>We do not know yet what you won</Trans>}
        action={
          <Button size="compact" icon="refresh" onClick={spin.askAgain}>
            <Trans>Ask what I won</Trans>
          </Button>
        }
      >
        <Trans>The connection was lost before the answer came. The wheel is not spun a second time.</Trans>
      </Notice>
    )
  }
  return (
    <div className={styles.act}>
      <Button variant="primary" size="money" wide loading={busy} disabled={disabled} onClick={spin.start}>
        {busy ? t`Spinning…` : t`Spin for 1 coin`}
      </Button>
      {act.state.status === 'checking' && <ActNotice act={act} />}
      {offline && !busy ? (
        <p className={styles.reason}>
          <Trans>You are offline. You can spin when you are connected again.</Trans>
        </p>
      ) : (
        coins <= 0 &&
        !busy && (
          <p className={styles.reason}>
            <Trans>You have no coins left. Deposits earn new ones.</Trans>
          </p>
        )
      )}
    </div>
  )
}
