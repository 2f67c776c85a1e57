import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import { BannerSheet } from '#data/banner-sheet.tsx'
import { RewardLog } from '#data/reward-log.tsx'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StateView } from '#ui/state-view.tsx'
import { InviteClaim } from './invite-claim.tsx'
import { inviteBannersQueryOptions, inviteLogQueryOptions } from './invite-queries.ts'
import { LinkCard } from './link-card.tsx'

export function InviteSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const banners = useQuery(inviteBannersQueryOptions)
  const [busy, setBusy] = useState(false)
  return (
    <BannerSheet title={t`Invite friends`} banners={banners} locked={busy} onClose={onClose}>
      <Mine onBusy={setBusy} />
      <InviteLog />
    </BannerSheet>
  )
}

/** What there is to receive, and the link that brings more. */
function Mine({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const { t } = useLingui()
  // What a friend has just earned for the member is told by nobody else.
  const {
    data: wallet,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...walletQueryOptions,
    refetchOnMount: 'always',
  })
  if (wallet) {
    return (
      <>
        <InviteClaim invite={wallet.invite} onBusy={onBusy} />
        <LinkCard memberId={wallet.profile._id} />
      </>
    )
  }
  if (!error) return <Skeleton height="14rem" />
  const offline = toApiError(error).kind === 'offline'
  return (
    <StateView
      card={false}
      art={offline ? 'offline' : 'failed'}
      title={offline ? t`You are offline` : t`Your link could not be loaded`}
      text={t`Please check the connection and try again.`}
      action={
        <Button size="compact" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      }
    />
  )
}

function InviteLog() {
  const { t } = useLingui()
  const [page, setPage] = useState(1)
  const log = useQuery(inviteLogQueryOptions(page))
  return (
    <RewardLog
      title={t`From your friends`}
      icon="invite"
      name={t`A friend`}
      log={log}
      page={page}
      onPage={setPage}
      empty={{
        title: t`No bonus from friends yet`,
        text: t`Send your link to a friend. What you earn by them is listed here.`,
      }}
    />
  )
}
