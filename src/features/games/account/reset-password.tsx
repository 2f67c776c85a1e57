import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { resetGamePassword } from '#api/contract/game-account.ts'
import { OperationDialog } from '#operations/operation-dialog.tsx'
import { useOperation } from '#operations/use-operation.ts'
import { toast } from '#ui/message/toast.ts'
import { gameAccountQueryOptions } from '../game-queries.ts'

interface ResetPasswordProps {
  code: string
  open: boolean
  onClose: () => void
  /** The password has changed, or may have: fetch it again. */
  onReset: () => void
}

export function ResetPassword({ code, open, onClose, onReset }: ResetPasswordProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const operation = useOperation(resetGamePassword, {
    tellsDone: true,
    async onResult(end) {
      if (end.status === 'done') {
        toast({ tone: 'jade', icon: 'key', title: t`The game has a new password` })
        operation.reset()
        onClose()
      }
      // After any answer, the password on screen may be outdated.
      await queryClient.resetQueries(gameAccountQueryOptions(code))
      if (end.status !== 'failed') onReset()
    },
  })
  return (
    <OperationDialog
      open={open}
      onClose={() => {
        operation.reset()
        onClose()
      }}
      operation={operation}
      onConfirm={() => void operation.run({ params: { slot: code } })}
      icon="key"
      title={t`Reset the game password?`}
      text={t`You get a new one at once. The old one stops working everywhere you are logged in with it.`}
      confirmLabel={t`Reset password`}
      cancelLabel={t`Go back`}
      unknown={t`We do not know yet whether it was reset. Please check the password here before you use it.`}
    />
  )
}
