import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
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
  /** There is another password now, or there may be: it wants to be looked at. */
  onReset: () => void
}

export function ResetPassword({ code, open, onClose, onReset }: ResetPasswordProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const act = useAct(resetGamePassword)
  const going = useRef(false)
  const close = () => {
    act.reset()
    onClose()
  }
  const reset = async () => {
    if (!open || going.current) return
    going.current = true
    const end = await act.run({ params: { slot: code } })
    going.current = false
    if (end.status === 'failed') return
    // Whatever the answer was, the password that was shown may no longer be the one that counts.
    await queryClient.resetQueries(gameAccountQueryOptions(code))
    onReset()
    if (end.status === 'unknown') return
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
