import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Statement } from '#api/contract/statement.ts'
import { modalLink } from '#data/modal-link.ts'
import { rowOutcomeOf } from '#data/statement-outcome.ts'
import { formatTime } from '#i18n/format.ts'
import { Disc } from '#ui/disc.tsx'
import { linkClass } from '#ui/link-class.ts'
import { Status } from '#ui/status.tsx'
import { RowAmount } from './row-amount.tsx'
import { activityOf, faceOf } from './statement-rules.ts'
import { activityText, noteText, outcomeTexts } from './statement-texts.ts'
import styles from './statement-screen.module.css'

interface StatementRowProps {
  row: Statement
  gameName: (code: string) => string
  /** Its details are shown. */
  open: boolean
  /** The id of the element that holds the details. */
  detailsId: string
  onToggle: () => void
  /** The details, where they stand in the row. */
  children?: ReactNode
}

export function StatementRow({ row, gameName, open, detailsId, onToggle, children }: StatementRowProps) {
  const { t } = useLingui()
  const outcome = rowOutcomeOf(row.status)
  const activity = activityOf(row)
  const note = noteText(row, outcome)
  const { icon, tone } = faceOf(activity.kind, outcome)
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={open}
        aria-controls={open ? detailsId : undefined}
        onClick={onToggle}
      >
        <Disc icon={icon} tone={tone} />
        <span className={styles.words}>
          <b>{t(activityText(activity, gameName))}</b>
          {outcome !== 'done' && <Status tone={outcome}>{t(outcomeTexts[outcome])}</Status>}
        </span>
        <span className={styles.end}>
          <RowAmount row={row} className={styles.amount} />
          <time dateTime={row.createdAt}>{formatTime(row.createdAt)}</time>
        </span>
      </button>
      {note && (
        <p className={styles.note}>
          {t(note)} {outcome === 'waiting' && row.amount > 0 && <UploadSlip />}
        </p>
      )}
      {children}
    </li>
  )
}

function UploadSlip() {
  return (
    <Link {...modalLink('slip')} className={linkClass()}>
      <Trans>Upload slip</Trans>
    </Link>
  )
}
