import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { useOperation } from '#operations/use-operation.ts'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Amount } from '#ui/amount.tsx'
import { MainButton } from '#ui/main-button.tsx'
import { toast } from '#ui/toast.ts'

interface CancelButtonProps {
  /** The withdrawal's reference. */
  id: string
  satang: number
  /** The sheet is about it alone: it says when it was cancelled, but not that other buttons need a connection too. */
  isAlone?: boolean | undefined
}

/** Takes a withdrawal back that still waits, after a question. */
export function CancelButton({ id, satang, isAlone }: CancelButtonProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const offline = useOffline()
  const operation = useOperation(cancelWithdrawal, {
    announce: true,
    onResult({ status }) {
      setAsking(false)
      if (status === 'done' && !isAlone)
        toast({ tone: 'jade', icon: 'check', title: t`Cancelled. The money is back in your wallet.` })
    },
  })
  return (
    <>
      <OperationNotice operation={operation} />
      <MainButton
        variant="quiet"
        size="compact"
        wide={false}
        icon="refund"
        loading={operation.busy}
        held={
          offline && isAlone ? (
            <Trans>You are offline. This works when you are connected again.</Trans>
          ) : (
            offline || operation.state.status === 'done'
          )
        }
        onClick={() => setAsking(true)}
      >
        <Trans>Cancel withdrawal</Trans>
      </MainButton>
      <AlertDialog
        open={isAsking}
        icon="refund"
        loading={operation.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void operation.run({ params: { id } })}
        title={<Trans>Cancel this withdrawal?</Trans>}
        text={
          <Trans>
            <Amount satang={satang} /> goes back to your wallet at once. Nothing is sent to the bank.
          </Trans>
        }
        cancelLabel={<Trans>Go back</Trans>}
        confirmLabel={<Trans>Cancel withdrawal</Trans>}
      />
    </>
  )
}
