import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OperationButton } from '#operations/operation-button.tsx'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { LoadFailed } from '#data/load-failed.tsx'
import { useFirstLoad } from '#data/use-first-load.ts'
import { errorText } from '#errors/catalogue.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Amount } from '#ui/amount.tsx'
import { ClaimCard } from '#ui/claim-card.tsx'
import { linkClass } from '#ui/link-class.ts'
import { SkeletonPart } from '#ui/skeleton.tsx'
import { StateView } from '#ui/state-view.tsx'
import { refundCheckQueryOptions, refundLogQueryOptions } from './refund-queries.ts'
import { standingOf, type RefundCheck } from './refund-rules.ts'
import { RefundReceived } from './refund-received.tsx'
import type { ReceiveRefund } from './use-receive-refund.ts'

interface RefundClaimProps {
  refund: ReceiveRefund
  onClose: () => void
}

/** The refund that can be received, or why there is none. */
export function RefundClaim({ refund, onClose }: RefundClaimProps) {
  const { t } = useLingui()
  const query = useQuery(refundCheckQueryOptions)
  const { data: check, error } = query
  // In a sheet at the window's foot the list below moves what stands above it.
  const isLoading = useFirstLoad(query, useQuery(refundLogQueryOptions({ page: 1 })))
  if (refund.isReceived) {
    return <RefundReceived amount={refund.received} words={check?.refundSuccess} onDone={onClose} />
  }
  if (isLoading) return <SkeletonPart height="10rem" label={t`Loading`} />
  if (check) {
    const { busy, state } = refund.operation
    return standingOf(check) === 'none' && !busy && state.status !== 'unknown' ? (
      <>
        <OperationNotice operation={refund.operation} refused={check.refundFail} />
        <NoRefund check={check} />
      </>
    ) : (
      <Waiting check={check} refund={refund} />
    )
  }
  if (!error) return <SkeletonPart height="10rem" label={t`Loading`} />
  return <LoadFailed queries={[query]} title={t`Your cashback could not be looked up`} />
}

function Waiting({ check, refund }: { check: RefundCheck; refund: ReceiveRefund }) {
  const offline = useOffline()
  const blocked = standingOf(check) === 'blocked'
  return (
    <ClaimCard
      icon="refund"
      title={<Trans>Cashback to claim</Trans>}
      figure={<Amount satang={check.refundAmount} stale={offline} />}
      note={<Note blocked={blocked} offline={offline} info={check.info} />}
    >
      <OperationButton
        operation={refund.operation}
        notice={<OperationNotice operation={refund.operation} refused={check.refundFail} />}
        icon="refund"
        label={<Trans>Claim cashback</Trans>}
        disabled={blocked}
        onClick={refund.receive}
      />
    </ClaimCard>
  )
}

function Note({ blocked, offline, info }: { blocked: boolean; offline: boolean; info: string }) {
  if (offline) return <Trans>You can claim it once you are back online.</Trans>
  if (!blocked) return info ? <Info text={info} /> : <Trans>A part of your net losses, back for you.</Trans>
  return (
    <Trans>
      A bonus is still active. You can claim this once it has ended.{' '}
      <Link to="/user/bonus" replace className={linkClass()}>
        See the bonus
      </Link>
    </Trans>
  )
}

function NoRefund({ check: { info, refundAmount } }: { check: RefundCheck }) {
  const { t } = useLingui()
  return (
    <StateView
      card={false}
      art="empty"
      title={t`No cashback to claim right now`}
      text={
        info ? (
          <Info text={info} />
        ) : refundAmount > 0 ? (
          <Trans>
            So far you have <Amount satang={refundAmount} />. It cannot be claimed yet.
          </Trans>
        ) : (
          t`It grows while you play. Please check again later.`
        )
      }
    />
  )
}

/** The site's own explanation: a code that the app has a text for, or a text. */
function Info({ text }: { text: string }) {
  const { t } = useLingui()
  const known = errorText(text)
  return known ? t(known) : text
}
