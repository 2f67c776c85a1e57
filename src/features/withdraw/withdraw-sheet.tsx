import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import type { OwnBankAccount } from '#api/contract/bank-account.ts'
import type { UserWallet } from '#api/contract/wallet.ts'
import { bankAccountsQueryOptions } from '#data/session/bank-account-queries.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { sameOpeningMs } from '#data/same-opening.ts'
import { withdrawLimitsQueryOptions } from '#data/site/site-config-queries.ts'
import { useMoneyWatch } from '#data/wallet/money-watch.ts'
import { useFirstLoad, usePartLoad } from '#data/use-first-load.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { useWithdrawBlocks } from '#data/wallet/withdraw-blocks.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { AccountChoice } from './lazy-account-choice.ts'
import { CancelButton } from './lazy-cancel-button.ts'
import { prefetchWithdraw } from './prefetch-withdraw.ts'
import { useWithdrawal } from './use-withdrawal.ts'
import { useWithdrawalRows } from './use-withdrawal-rows.ts'
import { WithdrawConfirm } from './withdraw-confirm.tsx'
import { StatementLink, WithdrawDone } from './withdraw-done.tsx'
import { balancesIn, sentWithdrawal } from './withdraw-rules.ts'
import { WithdrawStart } from './withdraw-start.tsx'

export { prefetchWithdraw }

/** The amount, the account that it goes to, and what is in games. */
const shapeOf = (wallet: UserWallet | undefined) =>
  [
    'label',
    'amount',
    'hint',
    'line',
    ...(wallet && balancesIn(wallet).games > 0 ? (['line'] as const) : []),
    'button',
  ] as const

export function WithdrawSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const wallet = useQuery(walletQueryOptions)
  const limits = useQuery(withdrawLimitsQueryOptions)
  const extensions = useAtomValue(extensionsAtom)
  const hasOthers = extensions.has('bank-accounts')
  const [chosen, setChosen] = useState<OwnBankAccount>()
  // A backend that no longer announces them would pay the usual account, whatever was chosen.
  const other = hasOthers ? chosen : undefined
  const withdrawBlocks = useWithdrawBlocks({ fresh: true, account: other })
  const { blocks, stops } = withdrawBlocks
  const withdrawals = useWithdrawalRows()
  const { rows, forGames } = withdrawals
  const others = useQuery({ ...bankAccountsQueryOptions, enabled: hasOthers, staleTime: sameOpeningMs })
  const accounts = (hasOthers && others.data?.accounts) || []
  const hasChoice = accounts.length > 1 || other !== undefined
  const choiceFile = usePartLoad(AccountChoice, hasChoice)
  const [confirming, setConfirming] = useState(false)
  const [asked, setAsked] = useState<OwnBankAccount>()
  // Fetched before the withdrawal is sent: its way back shows as soon as the statement has it.
  const cancelFile = usePartLoad(
    CancelButton,
    extensions.has('withdrawals') && (confirming || rows.some(({ withdrawal }) => withdrawal?.mayCancel)),
  )
  const isLoading = useFirstLoad(wallet, withdrawBlocks, withdrawals, others, choiceFile, cancelFile)
  const withdrawal = useWithdrawal()
  // Shows each step of a withdrawal as it happens.
  useMoneyWatch()

  const steps = () => {
    if (isLoading) return <SkeletonPart shape={shapeOf(wallet.data)} label={t`Loading`} />
    if (!wallet.data || !limits.data) {
      const failed = [wallet, limits].filter((query) => query.isError && !query.data)
      return failed.length > 0 ? (
        <LoadFailed queries={failed} title={t`Your wallet could not be loaded`} />
      ) : (
        <SkeletonPart shape={shapeOf(wallet.data)} label={t`Loading`} />
      )
    }
    const { profile } = wallet.data
    const usual = wallet.data.bankAccount && { ...wallet.data.bankAccount, bankCode: profile.bankCode }
    // The account that the member is asked about is named, and stays the same: another may become the usual one on another phone.
    const named = hasOthers ? (asked ?? other ?? accounts.find(({ isUsual }) => isUsual)) : undefined
    const bankAccount = named ?? usual
    const { order, state } = withdrawal
    if (!confirming || !order || !bankAccount) {
      return (
        <WithdrawStart
          wallet={wallet.data}
          payee={bankAccount}
          choice={
            hasChoice && (
              <Suspense>
                <AccountChoice accounts={accounts} other={other} onChoose={setChosen} />
              </Suspense>
            )
          }
          limits={limits.data}
          missing={hasOthers && !others.data ? others : undefined}
          blocks={blocks}
          stops={stops}
          rows={rows}
          forGames={forGames}
          initial={order}
          onSubmit={(planned) => {
            withdrawal.plan({ ...planned, ...(named && { bankAccount: named.id }) })
            setAsked(named)
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
          limits={limits.data}
          block={blocks[0]}
          stops={stops}
          proofAbove={limits.data.proofAbove}
          phoneNumber={profile.username}
          onBack={() => {
            withdrawal.forget()
            setAsked(undefined)
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
