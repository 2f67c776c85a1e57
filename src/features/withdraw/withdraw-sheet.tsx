import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import type { OwnBankAccount } from '#api/contract/bank-account.ts'
import { laterPart } from '#data/later-part.ts'
import { LoadFailed } from '#data/load-failed.tsx'
import { withdrawLimitsQueryOptions } from '#data/site-config-queries.ts'
import { useMoneyWatch } from '#data/money-watch.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { useWithdrawBlocks } from '#data/withdraw-blocks.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWithdrawal } from './use-withdrawal.ts'
import { useWithdrawalRows } from './use-withdrawal-rows.ts'
import { WithdrawConfirm } from './withdraw-confirm.tsx'
import { StatementLink, WithdrawDone } from './withdraw-done.tsx'
import { balancesIn, sentWithdrawal } from './withdraw-rules.ts'
import { WithdrawStart } from './withdraw-start.tsx'

const AccountChoice = laterPart(async () => (await import(/* later */ './account-choice.tsx')).AccountChoice)

export function WithdrawSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const wallet = useQuery(walletQueryOptions)
  const limits = useQuery(withdrawLimitsQueryOptions)
  const hasOthers = useAtomValue(extensionsAtom).has('bank-accounts')
  const [other, setOther] = useState<OwnBankAccount>()
  const { blocks, stops } = useWithdrawBlocks({ fresh: true, account: other })
  const rows = useWithdrawalRows()
  const withdrawal = useWithdrawal()
  const [confirming, setConfirming] = useState(false)
  // Shows each step of a withdrawal as it happens.
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
    const { profile } = wallet.data
    const usual = wallet.data.bankAccount && { ...wallet.data.bankAccount, bankCode: profile.bankCode }
    const bankAccount = other ?? usual
    const { order, state } = withdrawal
    if (!confirming || !order || !bankAccount) {
      return (
        <WithdrawStart
          wallet={wallet.data}
          payee={bankAccount}
          choice={
            hasOthers && (
              <Suspense>
                <AccountChoice other={other} onChoose={setOther} />
              </Suspense>
            )
          }
          limits={limits.data}
          blocks={blocks}
          stops={stops}
          rows={rows}
          initial={order}
          onSubmit={(planned) => {
            withdrawal.plan({ ...planned, ...(other && { bankAccount: other.id }) })
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
          row={sentWithdrawal(rows, order.satang, withdrawal.sentAt)}
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
          block={blocks[0]}
          stops={stops}
          proofAbove={limits.data.proofAbove}
          phoneNumber={profile.username}
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
