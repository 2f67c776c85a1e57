import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BannerSheet } from '#components/banner-sheet.tsx'
import type { ListPlace } from '#data/pages.ts'
import { RewardLog } from '#components/reward-log.tsx'
import { RefundClaim } from './refund-claim.tsx'
import { refundBannersQueryOptions, refundLogQueryOptions } from './refund-queries.ts'
import { useReceiveRefund } from './use-receive-refund.ts'

export function RefundSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const banners = useQuery(refundBannersQueryOptions)
  const refund = useReceiveRefund()
  return (
    <BannerSheet
      title={t`Cashback`}
      banners={banners}
      about={t`A part of your net losses, back for you.`}
      nextLabel={t`See my cashback`}
      locked={refund.operation.busy}
      onClose={onClose}
    >
      <RefundClaim refund={refund} onClose={onClose} />
      <RefundLog />
    </BannerSheet>
  )
}

function RefundLog() {
  const { t } = useLingui()
  const [place, setPlace] = useState<ListPlace>({ page: 1 })
  const log = useQuery(refundLogQueryOptions(place))
  return (
    <RewardLog
      title={t`Claimed before`}
      icon="refund"
      name={t`Cashback`}
      log={log}
      place={place}
      onPlace={setPlace}
      empty={{ title: t`No cashback claimed yet`, text: t`What you claim is listed here.` }}
    />
  )
}
