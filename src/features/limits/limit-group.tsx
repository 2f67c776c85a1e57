import { Trans } from '@lingui/react/macro'
import type { Limit, LimitKind } from '#api/contract/limits.ts'
import { Card } from '#ui/card.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { LimitRow } from './limit-row.tsx'
import styles from './limits.module.css'

interface LimitGroupProps {
  kind: LimitKind
  limits: readonly Limit[]
  offline: boolean
}

/** The limits of one kind by day, week and month. */
export function LimitGroup({ kind, limits, offline }: LimitGroupProps) {
  if (limits.length === 0) return null
  return (
    <>
      <SectionHead title={kind === 'deposit' ? <Trans>Deposits</Trans> : <Trans>Losses</Trans>} />
      <p className={styles.about}>
        {kind === 'deposit' ? (
          <Trans>
            How much you pay in at most. Money that arrives all the same is yours, and counts. Lower limits
            hold at once; higher ones after 24 hours, when you confirm them.
          </Trans>
        ) : (
          <Trans>
            How much more you may move into games than you take out of them. Taking money out of games, and
            withdrawing it, is always possible.
          </Trans>
        )}
      </p>
      <Card as="ul" rows>
        {limits.map((limit) => (
          <LimitRow key={limit.period} limit={limit} offline={offline} />
        ))}
      </Card>
    </>
  )
}
