import { useLingui } from '@lingui/react/macro'
import type { Limits } from '#api/contract/limits.ts'
import { Card } from '#ui/card.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import type { ShownKind } from './limit-kinds.tsx'
import { LimitRow } from './limit-row.tsx'
import styles from './limits.module.css'

interface LimitGroupProps {
  kind: ShownKind
  all: Limits
  offline: boolean
}

/** The limits of one kind by day, week and month. */
export function LimitGroup({ kind, all, offline }: LimitGroupProps) {
  const { t } = useLingui()
  const limits = kind.limitsOf(all)
  if (limits.length === 0) return null
  return (
    <>
      <SectionHead title={t(kind.title)} />
      <p className={styles.about}>{kind.about}</p>
      <Card as="ul" rows>
        {limits.map((limit) => (
          <LimitRow key={limit.period} kind={kind} limit={limit} offline={offline} />
        ))}
      </Card>
    </>
  )
}
