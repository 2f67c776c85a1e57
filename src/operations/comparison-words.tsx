import { Trans } from '@lingui/react/macro'
import { formatTime } from '#i18n/format.ts'
import { useMoneyWords } from '#ui/amount.tsx'
import type { Comparison } from './outcome.ts'

/** What wallet and statement show about an operation whose outcome the backend cannot report. */
export function ComparisonWords({ comparison: { row, wallet } }: { comparison: Comparison }) {
  const moneyWords = useMoneyWords()
  if (!wallet)
    return <Trans>The result can no longer be checked. Please check your balance and statement.</Trans>
  const { before = 0 } = wallet
  const balanceBefore = moneyWords(before)
  const balance = moneyWords(wallet.now)
  const amount = moneyWords(row?.amount ?? 0)
  const time = row && formatTime(row.createdAt)
  return (
    <>
      {row ? (
        <Trans>
          Your statement has a similar transaction: {amount} at {time}.
        </Trans>
      ) : (
        <Trans>Your statement has no such transaction yet.</Trans>
      )}{' '}
      {wallet.before === undefined ? (
        <Trans>Your wallet has {balance} now.</Trans>
      ) : (
        <Trans>
          Your wallet had {balanceBefore} before and has {balance} now.
        </Trans>
      )}{' '}
      {!row && <Trans>It may still arrive: please wait a few minutes before you start again.</Trans>}
    </>
  )
}
