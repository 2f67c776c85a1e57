import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { refreshMoney } from '#data/refresh-money.ts'
import { statementQueryOptions } from '#data/statement-queries.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { totalBalance } from '#lib/balance.ts'
import { serverNow, serverTime } from '#lib/clock.ts'
import { useGoodMoment } from '#pwa/use-install.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Outcome } from '#ui/outcome.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { SlipEntry } from '../slip-entry.tsx'
import { findLatePayment, type QrChannelRule, wasPaid } from './qr-rules.ts'
import type { SeenQr } from './use-waiting-qr.ts'

/** The maximum age in ms of the server's last reply when the countdown ends. */
const maxReplyAgeMs = 5000

interface QrOutcomeProps {
  channel: QrChannelRule
  seen: SeenQr
  /** The backend's own message says what happened to the code. */
  isExplained: boolean
  onDone: () => void
  /** A late payment, if any, and the form for another code. */
  children: ReactNode
}

/** The outcome of a code that is no longer open: the statement shows whether it was paid. */
export function QrOutcome({ channel, seen, isExplained, onDone, children }: QrOutcomeProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [expired] = useState(() => seen.expired || seen.qr.expireIn - serverNow() < maxReplyAgeMs)
  const [lastSeen] = useState(() => serverTime(seen.at))
  const { amount } = seen.qr
  const { data, isFetchedAfterMount } = useQuery({
    ...statementQueryOptions(),
    select: ({ statements }) => ({
      paid: wasPaid(statements, amount, lastSeen),
      late: findLatePayment(statements, channel.code, serverNow()) !== undefined,
    }),
    staleTime: 0,
  })
  const paid = data?.paid
  useEffect(() => {
    if (paid) refreshMoney(queryClient)
  }, [paid, queryClient])

  if (paid) return <QrPaid satang={amount} onDone={onDone} />
  if (!isFetchedAfterMount) return <Spinner label={t`Looking for the payment`} />
  return (
    <>
      {!data?.late && !isExplained && (
        <SlipEntry tone="gold" title={expired ? t`The QR has expired` : t`The QR is no longer open`}>
          <Trans>
            The old image can no longer be paid: please create a new one. If you have paid it already, the
            money arrives within about a minute; if it does not, upload the slip.
          </Trans>
        </SlipEntry>
      )}
      {children}
    </>
  )
}

function QrPaid({ satang, onDone }: { satang: number; onDone: () => void }) {
  const { data: wallet, isFetchedAfterMount } = useQuery({ ...walletQueryOptions, refetchOnMount: 'always' })
  useGoodMoment(true)
  return (
    <>
      <Outcome
        icon="check"
        tone="jade"
        title={<Trans>Credited</Trans>}
        figure={<Amount satang={satang} flow="in" />}
      >
        <p>
          <Trans>Balance</Trans>{' '}
          {wallet && isFetchedAfterMount ? (
            <Amount satang={totalBalance(wallet)} />
          ) : (
            <Skeleton width="5rem" height="0.75rem" />
          )}
        </p>
      </Outcome>
      <Button variant="primary" size="money" wide icon="check" onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </>
  )
}
