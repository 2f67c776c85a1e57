import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '#data/load-failed.tsx'
import { withdrawLimitsQueryOptions } from '#data/site-config-queries.ts'
import { useMoneyWatch } from '#data/money-watch.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWithdrawal } from './use-withdrawal.ts'
import { WithdrawConfirm } from './withdraw-confirm.tsx'
import { StatementLink, WithdrawDone } from './withdraw-done.tsx'
import { balancesIn } from './withdraw-rules.ts'
import { useWithdrawHold } from './withdraw-hold.tsx'
import { WithdrawStart } from './withdraw-start.tsx'

export function WithdrawSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const offline = useOffline()
  const wallet = useQuery(walletQueryOptions)
  // Refetched each time: a hold ends by itself or by playing, and may have begun on another phone.
  const limits = useQuery({ ...withdrawLimitsQueryOptions, staleTime: 0 })
  const heldUntil = useWithdrawHold(limits.data?.holdUntil)
  const toPlay = limits.data?.toPlay ?? 0
  // A cached turnover may have been reached since.
  const stops = heldUntil !== undefined || (toPlay > 0 && limits.isFetchedAfterMount)
  const withdrawal = useWithdrawal()
  const [confirming, setConfirming] = useState(false)
  // Shows the bank's decisions at once.
  useMoneyWatch()

  const steps = () => {
    if (!wallet.data || !limits.data) {
      const failed = [wallet, limits].filter((query) => query.isError)
      return failed.length > 0 ? (
        <LoadFailed queries={failed} title={t`Your wallet could not be loaded`} />
      ) : (
        <Skeleton height="16rem" />
      )
    }
    const { bankAccount } = wallet.data
    const { order, state } = withdrawal
    if (!confirming || !order || !bankAccount) {
      return (
        <WithdrawStart
          wallet={wallet.data}
          limits={limits.data}
          heldUntil={heldUntil}
          toPlay={toPlay}
          stops={stops}
          initial={order}
          offline={offline}
          onSubmit={(planned) => {
            withdrawal.plan(planned)
            setConfirming(true)
          }}
        />
      )
    }
    if (state.status === 'done') {
      return (
        <WithdrawDone
          satang={order.satang}
          account={bankAccount}
          isChecked={limits.data.payoutsStopped === true}
          onClose={onClose}
        />
      )
    }
    return (
      <>
        <WithdrawConfirm
          order={order}
          balances={balancesIn(wallet.data)}
          account={bankAccount}
          withdrawal={withdrawal}
          heldUntil={heldUntil}
          toPlay={toPlay}
          stops={stops}
          onBack={() => {
            withdrawal.forget()
            setConfirming(false)
          }}
        />
        {state.status === 'unknown' && <StatementLink />}
      </>
    )
  }
  return (
    <Sheet open onClose={onClose} locked={withdrawal.busy} title={t`Withdraw`} closeLabel={t`Close`}>
      {steps()}
    </Sheet>
  )
}
