import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { useOperation } from '#operations/use-operation.ts'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'

interface CancelButtonProps {
  /** The withdrawal's reference. */
  id: string
  satang: number
  /** The text around the button says when the withdrawal was cancelled. */
  isSaid?: boolean | undefined
}

/** Takes a withdrawal back that still waits, after a question. */
export function CancelButton({ id, satang, isSaid }: CancelButtonProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const offline = useOffline()
  const operation = useOperation(cancelWithdrawal, {
    announce: true,
    onResult({ status }) {
      setAsking(false)
      if (status === 'done' && !isSaid)
        toast({ tone: 'jade', icon: 'check', title: t`Cancelled. The money is back in your wallet.` })
    },
  })
  return (
    <>
      <OperationNotice operation={operation} />
      <Button
        size="compact"
        icon="refund"
        loading={operation.busy}
        disabled={offline || operation.state.status === 'done'}
        onClick={() => setAsking(true)}
      >
        <Trans>Cancel withdrawal</Trans>
      </Button>
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
