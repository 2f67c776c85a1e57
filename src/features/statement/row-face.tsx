import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import { formatTime } from '#i18n/format.ts'
import { Disc } from '#ui/art/disc.tsx'
import { Status } from '#ui/message/status.tsx'
import { faceOf, type RowActivity } from './statement-rules.ts'
import { outcomeTexts } from './statement-texts.ts'
import styles from './row.module.css'

interface RowFaceProps {
  kind: RowActivity['kind']
  /** On the wire. A row that is done does not say so, unless `saysDone`. */
  status: string
  saysDone?: boolean
  createdAt: string
  /** What the time's tooltip says. */
  fullTime?: string
  amount: ReactNode
  /** What it is. */
  children: ReactNode
}

/** A row's inside, in the statement and in the list of slips: what, how it is, how much and when. */
export function RowFace(props: RowFaceProps) {
  const { kind, status, saysDone = false, createdAt, fullTime, amount, children } = props
  const { t } = useLingui()
  const outcome = rowOutcomeOf(status)
  return (
    <>
      <Disc {...faceOf(kind, outcome)} />
      <span className={styles.words}>
        <b>{children}</b>
        {(saysDone || outcome !== 'done') && <Status tone={outcome}>{t(outcomeTexts[outcome])}</Status>}
      </span>
      <span className={styles.end}>
        {amount}
        <time dateTime={createdAt} title={fullTime}>
          {formatTime(createdAt)}
        </time>
      </span>
    </>
  )
}
