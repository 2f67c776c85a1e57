import { Trans } from '@lingui/react/macro'
import type { TimeLimit } from '#api/contract/limits.ts'
import { Card } from '#ui/card.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { TimeRow } from './time-row.tsx'
import styles from './limits.module.css'

/** The limits of the time at play by day, week and month. */
export function TimeSection({ times, offline }: { times: readonly TimeLimit[]; offline: boolean }) {
  if (times.length === 0) return null
  return (
    <>
      <SectionHead title={<Trans>Time at play</Trans>} />
      <p className={styles.about}>
        <Trans>
          Your time begins when money goes into a game. It ends when all of it is back, or half an hour after
          the last round. When it is used up, no more money goes into games; taking it out is always possible.
        </Trans>
      </p>
      <Card as="ul" rows>
        {times.map((limit) => (
          <TimeRow key={limit.period} limit={limit} offline={offline} />
        ))}
      </Card>
    </>
  )
}
