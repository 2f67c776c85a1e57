import { Trans } from '@lingui/react/macro'
import { activateGame } from '#api/contract/game-account.ts'
import { OperationButton } from '#operations/operation-button.tsx'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { useOperation } from '#operations/use-operation.ts'
import styles from './account.module.css'

interface ActivatePanelProps {
  code: string
  onActive: () => void
}

/** For a game in which the member has no account yet. */
export function ActivatePanel({ code, onActive }: ActivatePanelProps) {
  const operation = useOperation(activateGame, {
    goesOnFrom: ['SLOT_ALREADY_ACTIVE'],
    // The sheet of an active game shows its account.
    tellsDone: true,
    onResult(end) {
      const already = end.status === 'failed' && end.error.code === 'SLOT_ALREADY_ACTIVE'
      if (end.status === 'done' || already) onActive()
    },
  })
  const unknown = { title: <Trans>We do not know yet whether it was activated.</Trans> }
  return (
    <>
      <p className={styles.soft}>
        <Trans>Activate this game to get your own account at it. It costs nothing.</Trans>
      </p>
      <OperationButton
        operation={operation}
        notice={<OperationNotice operation={operation} unknown={unknown} />}
        icon="play"
        label={operation.busy ? <Trans>Activating…</Trans> : <Trans>Activate</Trans>}
        offlineReason={<Trans>You are offline. Activating needs a connection.</Trans>}
        onClick={() => void operation.run({ params: { slot: code } })}
      />
    </>
  )
}
