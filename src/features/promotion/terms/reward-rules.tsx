import { Plural, Trans } from '@lingui/react/macro'
import type { RewardTerms } from '#lib/money/reward-terms.ts'
import { Amount } from '#ui/amount.tsx'
import styles from './reward-terms.module.css'

/** Bonus terms built from the server's figures, or the general terms without them. */
export function RewardRules({ terms }: { terms?: RewardTerms }) {
  const turnoverTimes = terms?.turnoverTimes
  return (
    <ul className={styles.rules}>
      {terms && (
        <li>
          <Pays terms={terms} />
        </li>
      )}
      {turnoverTimes === 0 ? (
        <li>
          <Trans>It need not be played: you can withdraw at once.</Trans>
        </li>
      ) : (
        <>
          {turnoverTimes !== undefined && (
            <li>
              <Plural
                value={turnoverTimes}
                one={`Bet ${turnoverTimes} time the bonus, then you can withdraw.`}
                other={`Bet ${turnoverTimes} times the bonus, then you can withdraw.`}
              />
            </li>
          )}
          <li>
            <Trans>What a round wins or loses counts, in every game.</Trans>
          </li>
        </>
      )}
      <li>
        <Trans>Cancelling it takes none of your money.</Trans>
      </li>
      <li>
        <Trans>What is lost: this claim is used, and what you played for it counts for no other bonus.</Trans>
      </li>
    </ul>
  )
}

function Pays({ terms: { rewardAmount, rewardPercent, rewardMax } }: { terms: RewardTerms }) {
  if (rewardPercent === 0) {
    return (
      <Trans>
        It pays <Amount satang={rewardAmount} />.
      </Trans>
    )
  }
  return (
    <>
      {rewardMax === null ? (
        <Trans>It pays {rewardPercent}% of what is in your wallet when you claim.</Trans>
      ) : (
        <Trans>
          It pays {rewardPercent}% of what is in your wallet when you claim, at most{' '}
          <Amount satang={rewardMax} />.
        </Trans>
      )}
      {rewardAmount > 0 && (
        <>
          {' '}
          <Trans>
            Plus <Amount satang={rewardAmount} />.
          </Trans>
        </>
      )}
    </>
  )
}
