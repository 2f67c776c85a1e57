import { useLingui } from '@lingui/react/macro'
import type { PropsWithChildren } from 'react'
import type { Limits } from '#api/contract/limits.ts'
import { Card } from '#ui/list/card.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import type { ShownKind } from './limit-kinds.tsx'
import { LimitRow } from './limit-row.tsx'
import styles from './limits.module.css'

interface LimitGroupProps {
  kind: ShownKind
  all: Limits
  offline: boolean
}

type LimitHeadProps = PropsWithChildren<Pick<ShownKind, 'title' | 'about'>>

/** What a kind of limits is for, above what is in it. */
export function LimitHead({ title, about, children }: LimitHeadProps) {
  const { t } = useLingui()
  return (
    <>
      <SectionHead title={t(title)} />
      <p className={styles.about}>{about}</p>
      {children}
    </>
  )
}

/** The limits of one kind by day, week and month. */
export function LimitGroup({ kind, all, offline }: LimitGroupProps) {
  const limits = kind.limitsOf(all)
  if (limits.length === 0) return null
  return (
    <LimitHead {...kind}>
      <Card as="ul" rows>
        {limits.map((limit) => (
          <LimitRow key={limit.period} kind={kind} limit={limit} offline={offline} />
        ))}
      </Card>
    </LimitHead>
  )
}
