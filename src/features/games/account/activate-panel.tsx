import { Trans, useLingui } from '@lingui/react/macro'
import { activateGame } from '#api/contract/wallet.ts'
import { useOperation } from '#operations/use-operation.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './account.module.css'

interface ActivatePanelProps {
  code: string
  onActive: () => void
}

/** A game that the member has no account at yet. */
export function ActivatePanel({ code, onActive }: ActivatePanelProps) {
  const { t } = useLingui()
  const operation = useOperation(activateGame)
  const offline = useOffline()
  const activate = async () => {
    const end = await operation.run({ params: { slot: code } })
    const already = end.status === 'failed' && end.error.code === 'SLOT_ALREADY_ACTIVE'
    if (end.status === 'done' || already) onActive()
  }
  return (
    <>
      <p className={styles.soft}>
        <Trans>Activate this game to get your own account at it. It costs nothing.</Trans>
      </p>
      {operation.state.status === 'failed' && <Notice tone="coral">{wordsFor(operation.state.error)}</Notice>}
      {operation.state.status === 'unknown' && (
        <Notice tone="coral">
          <Trans>We do not know yet whether it was activated. Please try again.</Trans>
        </Notice>
      )}
      {offline && <Notice>{t`You are offline. Activating needs a connection.`}</Notice>}
      <Button
        variant="primary"
        size="money"
        wide
        icon="play"
        loading={operation.busy}
        disabled={offline}
        onClick={() => void activate()}
      >
        {operation.busy ? <Trans>Activating…</Trans> : <Trans>Activate</Trans>}
      </Button>
    </>
  )
}
