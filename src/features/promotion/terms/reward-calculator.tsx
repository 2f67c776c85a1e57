import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Percent } from '#api/contract/fields.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { depositLookupQueryOptions, withdrawLimitsQueryOptions } from '#data/site/site-config-queries.ts'
import { TurnoverProgress } from '#components/turnover-progress.tsx'
import { isOutdated, useAge } from '#data/wallet/wallet-age.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { amountFaultText } from '#errors/amount-faults.ts'
import { amountFault } from '#lib/money/amount-schema.ts'
import { refetchEveryMs, totalBalance } from '#lib/money/balance.ts'
import { parseAmount } from '#lib/money/money.ts'
import { planReward, type RewardTerms } from '#lib/money/reward-terms.ts'
import { AmountControl } from '#ui/form/amount-control.tsx'
import { Card } from '#ui/list/card.tsx'
import { Field } from '#ui/form/field.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { Fact } from './fact.tsx'
import { RewardRules } from './reward-rules.tsx'
import styles from './reward-terms.module.css'

interface RewardCalculatorProps {
  terms: RewardTerms
  percentFail: Percent
}

/** Satang. Above it a figure would no longer be exact. */
const limits = { minimum: 0, maximum: 100_000_000_000 }

/** What a claim comes to for this member, now or after a deposit, by the rules that the server pays by. */
export function RewardCalculator({ terms, percentFail }: RewardCalculatorProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const wallet = useQuery({ ...walletQueryOptions, refetchInterval: refetchEveryMs })
  const withdrawals = useQuery(withdrawLimitsQueryOptions)
  const deposits = useQuery(depositLookupQueryOptions)
  const queries = [wallet, withdrawals, deposits]
  const age = useAge(wallet)
  const stale = age.stale || isOutdated(withdrawals, age.now)
  const typed = text.trim() === '' ? { ok: true as const, satang: 0 } : parseAmount(text)
  const fault = typed.ok ? amountFault(typed.satang, limits) : typed.reason
  const faultText = amountFaultText(fault, limits)
  const deposit = typed.ok && !fault ? typed.satang : 0

  const figures = () => {
    if (!wallet.data || !withdrawals.data || !deposits.data) {
      return queries.some(({ isError }) => isError) ? (
        <LoadFailed queries={queries} title={t`The figures could not be loaded`} />
      ) : (
        <SkeletonPart height="14rem" shape={['words', 'words', 'words', 'words']} label={t`Loading`} />
      )
    }
    const held = wallet.data.wallet.amount
    const plan = planReward(
      terms,
      typeof percentFail === 'number' ? percentFail : undefined,
      { wallet: held, games: totalBalance(wallet.data) - held, toPlay: withdrawals.data.toPlay ?? 0 },
      { deposit, depositTimes: deposits.data.turnoverTimes ?? 0 },
    )
    return (
      <>
        <Card as="dl" rows className={styles.facts} aria-live="polite">
          <Fact name={<Trans>Bonus you receive</Trans>} satang={plan.reward} stale={stale} />
          <Fact name={<Trans>In the wallet with the bonus</Trans>} satang={plan.wallet} stale={stale} />
          <Fact
            name={<Trans>To be played before you can withdraw</Trans>}
            satang={plan.toPlay}
            stale={stale}
          />
          {plan.endsBelow !== undefined && (
            <Fact
              name={<Trans>Can be cancelled early once all your money is at most</Trans>}
              satang={plan.endsBelow}
              stale={stale}
            />
          )}
          <Fact name={<Trans>Smallest withdrawal</Trans>} satang={withdrawals.data.withdrawMin} />
          <Fact name={<Trans>Largest withdrawal at a time</Trans>} satang={withdrawals.data.withdrawMax} />
        </Card>
        <TurnoverProgress toPlay={plan.toPlay} required={plan.toPlay} stale={stale} />
      </>
    )
  }

  return (
    <section className={styles.terms} aria-label={t`What this bonus gives you`}>
      <SectionHead title={t`What this bonus gives you`} level={3} />
      <Field
        label={t`If I deposit`}
        fixed
        error={faultText && t(faultText)}
        hint={<Trans>Leave it empty for what is in your wallet now.</Trans>}
      >
        <AmountControl value={text} placeholder="500.00" onChange={(event) => setText(event.target.value)} />
      </Field>
      {figures()}
      <RewardRules terms={terms} />
    </section>
  )
}
