import { useLingui } from '@lingui/react/macro'
import { claimInviteBonus } from '#api/contract/invite.ts'
import type { UserWallet } from '#api/contract/wallet.ts'
import { errorText } from '#errors/catalogue.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { toast } from '#ui/message/toast.ts'
import { useOperation } from './use-operation.ts'

/** Receives the invite bonus and shows the result, with the site's own text if it has one. */
export function useClaimInvite({ amount: satang, success, fail }: NonNullable<UserWallet['invite']>) {
  const { t } = useLingui()
  const operation = useOperation(claimInviteBonus, {
    announce: 'by-caller',
    onResult(end) {
      if (end.status === 'done') {
        const done = errorText('INVITE_BONUS_SUCCESS')
        toast({ tone: 'jade', title: success || (done && t(done)) })
      } else if (end.status === 'failed') {
        const told = end.error.kind === 'refused' && fail
        toast({ tone: 'coral', title: told || wordsFor(end.error) })
      }
    },
  })
  const offline = useOffline()
  const note = () => {
    if (operation.state.status === 'unknown') return t`We do not know yet whether the bonus arrived.`
    if (offline) return t`You can claim it once you are back online.`
    if (satang > 0) return t`From friends who joined with your link.`
    return t`It grows when friends join with your link.`
  }
  return { satang, operation, offline, note: note(), claim: () => void operation.run({}) }
}
