import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { LoadFailed } from '#components/load-failed.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { Card } from '#ui/list/card.tsx'
import { Pager } from '#ui/list/pager.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { CouponTable } from './coupon-table.tsx'
import styles from './coupons.module.css'
import { useClaim } from './use-claim.ts'
import { wheelTurnsAtom } from './use-spin.ts'
import { couponsQueryOptions } from './wheel-queries.ts'
import { couponPage } from './wheel-rules.ts'

/** The prizes not claimed yet. They are not refetched while the wheel turns: a new coupon would reveal the prize. */
export const useCoupons = () => useQuery({ ...couponsQueryOptions, enabled: !useAtomValue(wheelTurnsAtom) })

/** Prizes that have not been claimed yet. */
export function Coupons() {
  const { t } = useLingui()
  const offline = useOffline()
  const coupons = useCoupons()
  const { data, error } = coupons
  const [wanted, setPage] = useState(1)
  const claim = useClaim()
  const { page, pages, first, rows } = couponPage(data ?? [], wanted)
  return (
    <Card as="section" className={styles.coupons} aria-label={t`My coupons`}>
      <div className={styles.head}>
        <h2>
          <Trans>My coupons</Trans>
        </h2>
        {pages > 1 && (
          <Pager
            page={page}
            pages={pages}
            onPage={setPage}
            label={t`Pages`}
            previousLabel={t`Previous page`}
            nextLabel={t`Next page`}
          />
        )}
      </div>
      {data && data.length > 0 && (
        <CouponTable coupons={rows} first={first} disabled={offline} onClaim={claim.choose} />
      )}
      {data && data.length > 0 && offline && (
        <p className={styles.note}>
          <Trans>You are offline. You can claim it when you are connected again.</Trans>
        </p>
      )}
      {data?.length === 0 && (
        <p className={styles.note}>
          <Trans>No coupons yet. What you win waits here until you claim it.</Trans>
        </p>
      )}
      {!data && !error && <SkeletonRows count={1} label={t`Loading`} />}
      {!data && error && <LoadFailed queries={[coupons]} title={t`The list could not be loaded`} />}
      <ClaimDialog claim={claim} />
    </Card>
  )
}
