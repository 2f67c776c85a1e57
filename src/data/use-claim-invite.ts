import { useLingui } from '@lingui/react/macro'
import { claimInviteBonus } from '#api/contract/invite.ts'
import type { UserWallet } from '#api/contract/wallet.ts'
import { errorText } from '#errors/catalogue.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { toast } from '#ui/toast.ts'
import type { ActEnd } from './act-runner.ts'
import { useAct } from './act.ts'

/** Receives the invite bonus and says how it went, in the site's own words where it has some. */
export function useClaimInvite({ success, fail }: NonNullable<UserWallet['invite']>) {
  const { t } = useLingui()
  const act = useAct(claimInviteBonus)

  const say = (end: ActEnd<typeof claimInviteBonus>) => {
    if (end.status === 'done') {
      const done = errorText('INVITE_BONUS_SUCCESS')
      toast({ tone: 'jade', title: success || (done && t(done)) })
    } else if (end.status === 'failed') {
      const told = end.error.kind === 'refused' && fail
      toast({ tone: 'coral', title: told || wordsFor(end.error) })
    }
  }
  return {
    busy: act.busy,
    unknown: act.state.status === 'unknown',
    claim: async () => say(await act.run({})),
    askAgain: async () => say(await act.askAgain()),
  }
}
