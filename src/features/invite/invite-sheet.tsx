import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BannerSheet } from '#components/banner-sheet.tsx'
import { LoadFailed } from '#components/load-failed.tsx'
import type { ListPlace } from '#data/pages.ts'
import { RewardLog } from '#components/reward-log.tsx'
import { useFirstLoad } from '#data/use-first-load.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { InviteClaim } from './invite-claim.tsx'
import { inviteBannersQueryOptions, inviteLogQueryOptions } from './invite-queries.ts'
import { FriendsProgress } from './friends-progress.tsx'
import { TermsOfInvite } from './invite-terms.tsx'
import { LinkCard } from './link-card.tsx'

export function InviteSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const banners = useQuery(inviteBannersQueryOptions)
  const [busy, setBusy] = useState(false)
  return (
    <BannerSheet
      title={t`Invite friends`}
      banners={banners}
      about={t`You earn when a friend registers with your link and makes a first deposit.`}
      nextLabel={t`See my invite link`}
      locked={busy}
      onClose={onClose}
    >
      <Mine onBusy={setBusy} />
      <InviteLog />
    </BannerSheet>
  )
}

/** The link with its code, and what can be claimed. */
const mineShape = ['art', 'field', 'line', 'button'] as const

/** The link to invite more friends, and what can be claimed. */
function Mine({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const { t } = useLingui()
  // Nothing else tells the app what a friend has just earned for the member.
  const query = useQuery({ ...walletQueryOptions, refetchOnMount: 'always' })
  const { data: wallet, error } = query
  // In a sheet at the window's foot the list below moves what stands above it.
  const isLoading = useFirstLoad(query, useQuery(inviteLogQueryOptions({ page: 1 })))
  if (isLoading) return <SkeletonPart shape={mineShape} label={t`Loading`} />
  if (wallet) {
    return (
      <>
        <LinkCard memberId={wallet.profile._id} />
        <InviteClaim invite={wallet.invite} onBusy={onBusy} />
      </>
    )
  }
  if (!error) return <SkeletonPart shape={mineShape} label={t`Loading`} />
  return <LoadFailed queries={[query]} title={t`Your link could not be loaded`} />
}

function InviteLog() {
  const { t } = useLingui()
  const [place, setPlace] = useState<ListPlace>({ page: 1 })
  const log = useQuery(inviteLogQueryOptions(place))
  return (
    <>
      <FriendsProgress joined={log.data?.friends} earned={log.data?.total ?? 0} />
      {log.data?.terms && <TermsOfInvite terms={log.data.terms} />}
      <RewardLog
        title={t`From your friends`}
        icon="invite"
        name={t`A friend`}
        log={log}
        place={place}
        onPlace={setPlace}
        empty={{
          title: t`No bonus from friends yet`,
          text: t`Send your link to a friend. What you earn from them is listed here.`,
        }}
      />
    </>
  )
}
