import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OperationButton } from '#operations/operation-button.tsx'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { LoadFailed } from '#components/load-failed.tsx'
import { useFirstLoad } from '#data/use-first-load.ts'
import { useAge } from '#data/wallet/wallet-age.ts'
import { errorText } from '#errors/catalogue.ts'
import { refetchEveryMs } from '#lib/money/balance.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Amount, useAmountPrivacy } from '#ui/amount.tsx'
import { ClaimCard } from '#ui/list/claim-card.tsx'
import { linkClass } from '#ui/button/link-class.ts'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { refundCheckQueryOptions, refundLogQueryOptions } from './refund-queries.ts'
import { standingOf, type RefundCheck } from './refund-rules.ts'
import styles from './refund-claim.module.css'
import { RefundReceived } from './refund-received.tsx'
import type { ReceiveRefund } from './use-receive-refund.ts'

interface RefundClaimProps {
  refund: ReceiveRefund
  onClose: () => void
}

/** The refund that can be received, or why there is none. */
export function RefundClaim({ refund, onClose }: RefundClaimProps) {
  const { t } = useLingui()
  const query = useQuery({ ...refundCheckQueryOptions, refetchInterval: refetchEveryMs })
  const { data: check, error } = query
  const { stale } = useAge(query)
  // In a sheet at the window's foot the list below moves what stands above it.
  const isLoading = useFirstLoad(query, useQuery(refundLogQueryOptions({ page: 1 })))
  if (refund.isReceived) {
    return <RefundReceived amount={refund.received} words={check?.refundSuccess} onDone={onClose} />
  }
  if (isLoading) return <SkeletonPart card shape={['line', 'words', 'button']} label={t`Loading`} />
  if (check) {
    const { busy, state } = refund.operation
    // What another phone claimed first: the title below has the same words.
    const isSaid = state.status === 'failed' && state.error.code === 'NO_REFUND' && !check.refundFail
    return standingOf(check) === 'none' && !busy && state.status !== 'unknown' ? (
      <>
        {!isSaid && <OperationNotice operation={refund.operation} refused={check.refundFail} />}
        <div className={styles.none}>
          <NoRefund check={check} stale={stale} />
        </div>
      </>
    ) : (
      <Waiting check={check} refund={refund} stale={stale} />
    )
  }
  if (!error) return <SkeletonPart card shape={['line', 'words', 'button']} label={t`Loading`} />
  return <LoadFailed queries={[query]} title={t`Your cashback could not be looked up`} />
}

interface WaitingProps {
  check: RefundCheck
  refund: ReceiveRefund
  /** The amount is out of date. */
  stale: boolean
}

function Waiting({ check, refund, stale }: WaitingProps) {
  const blocked = standingOf(check) === 'blocked'
  return (
    <ClaimCard
      icon="refund"
      title={<Trans>Cashback to claim</Trans>}
      figure={<Amount satang={check.refundAmount} stale={stale} />}
      note={<Note blocked={blocked} check={check} />}
    >
      <OperationButton
        operation={refund.operation}
        notice={<OperationNotice operation={refund.operation} refused={check.refundFail} />}
        icon="refund"
        label={<Trans>Claim cashback</Trans>}
        disabled={blocked}
        onClick={() => refund.receive(check.terms)}
      />
    </ClaimCard>
  )
}

function Note({ blocked, check }: { blocked: boolean; check: RefundCheck }) {
  const offline = useOffline()
  const info = useInfo(check)
  if (offline) return <Trans>You can claim it once you are back online.</Trans>
  if (!blocked) return info ?? <Trans>A part of your net losses, back for you.</Trans>
  return (
    <Trans>
      A bonus is still active. You can claim this once it has ended.{' '}
      <Link to="/user/bonus" replace className={linkClass()}>
        See the bonus
      </Link>
    </Trans>
  )
}

function NoRefund({ check, stale }: { check: RefundCheck; stale: boolean }) {
  const { t } = useLingui()
  const info = useInfo(check)
  return (
    <StateView
      card={false}
      art="empty"
      title={t`No cashback to claim right now`}
      text={
        check.refundAmount > 0 ? (
          <>
            <Trans>
              So far you have <Amount satang={check.refundAmount} stale={stale} />. It cannot be claimed yet.
            </Trans>{' '}
            {info}
          </>
        ) : (
          (info ?? t`It grows while you play. Please check again later.`)
        )
      }
    />
  )
}

/** The site's own explanation: a code that the app has a text for, or a text, which may hold the amount and is hidden with it. */
function useInfo({ info, refundAmount }: RefundCheck): string | undefined {
  const { t } = useLingui()
  const { hidden } = useAmountPrivacy()
  const known = errorText(info)
  if (known) return t(known)
  return info && !(hidden && refundAmount > 0) ? info : undefined
}
