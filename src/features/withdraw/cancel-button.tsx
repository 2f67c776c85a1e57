import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Reply } from '#api/contract/call.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { backStepOf, cameBackWords } from '#data/wallet/came-back.ts'
import { useOperation } from '#operations/use-operation.ts'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { AlertDialog } from '#ui/dialog/alert-dialog.tsx'
import { Amount } from '#ui/amount.tsx'
import { MainButton } from '#ui/button/main-button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { toast } from '#ui/message/toast.ts'

interface CancelButtonProps {
  /** The withdrawal's reference. */
  id: string
  satang: number
  /** Nothing else is in the sheet. The cancellation is shown here, and no other text says why the button waits offline. */
  isAlone?: boolean | undefined
}

/** Takes a withdrawal back that still waits, after a question. */
export function CancelButton({ id, satang, isAlone }: CancelButtonProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const offline = useOffline()
  const operation = useOperation(cancelWithdrawal, {
    announce: true,
    tellsDone: !isAlone,
    onResult(result) {
      setAsking(false)
      if (result.status === 'done' && !isAlone)
        toast({ tone: 'jade', icon: 'check', title: ended(result.reply) })
    },
  })
  /** It may have been refused before it was cancelled. */
  function ended(reply: Reply<typeof cancelWithdrawal> | undefined) {
    const { isReturned, isRefusedByStaff } = reply ?? {}
    return t(cameBackWords[backStepOf({ isCancelled: !isReturned, isRefusedByStaff })])
  }
  const { state } = operation
  const isDone = state.status === 'done'
  return (
    <>
      <OperationNotice operation={operation} />
      {isDone && isAlone && <Notice tone="jade">{ended(state.reply)}</Notice>}
      <MainButton
        variant="quiet"
        size="compact"
        wide={false}
        icon="x"
        loading={operation.busy}
        held={
          isDone ||
          (offline &&
            (isAlone ? <Trans>You are offline. This works when you are connected again.</Trans> : true))
        }
        onClick={() => setAsking(true)}
      >
        <Trans>Cancel withdrawal</Trans>
      </MainButton>
      <AlertDialog
        open={isAsking}
        icon="withdraw"
        danger
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
