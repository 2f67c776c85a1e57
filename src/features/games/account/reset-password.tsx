import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { resetGamePassword } from '#api/contract/wallet.ts'
import { useAct } from '#data/act.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { gameAccountQueryOptions } from '../game-queries.ts'

interface ResetPasswordProps {
  code: string
  open: boolean
  onClose: () => void
}

export function ResetPassword({ code, open, onClose }: ResetPasswordProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const act = useAct(resetGamePassword)
  const close = () => {
    act.reset()
    onClose()
  }
  const reset = async () => {
    const end = await act.run({ params: { slot: code } })
    // Whatever the answer was, the password that is shown may no longer be the one that counts.
    if (end.status === 'unknown') void queryClient.refetchQueries(gameAccountQueryOptions(code))
    if (end.status !== 'done') return
    queryClient.setQueryData(gameAccountQueryOptions(code).queryKey, end.reply)
    toast({ tone: 'jade', icon: 'key', title: t`The game has a new password` })
    close()
  }
  return (
    <AlertDialog
      open={open}
      onClose={close}
      onConfirm={() => void reset()}
      icon="key"
      title={t`Reset the game password?`}
      text={t`You get a new one at once. The old one stops working everywhere you are signed in with it.`}
      confirmLabel={t`Reset password`}
      cancelLabel={t`Keep it`}
      loading={act.busy}
    >
      {act.state.status === 'failed' && <Notice tone="coral">{wordsFor(act.state.error)}</Notice>}
      {act.state.status === 'unknown' && (
        <Notice tone="coral">{t`We do not know yet whether it was reset. Please look at the password here before you use it.`}</Notice>
      )}
    </AlertDialog>
  )
}
