import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Statement } from '#api/contract/statement.ts'
import { modalLink } from '#data/modal-link.ts'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import { linkClass } from '#ui/button/link-class.ts'
import { RowAmount } from './row-amount.tsx'
import { RowFace } from './row-face.tsx'
import { activityOf } from './statement-rules.ts'
import { activityText, noteText } from './statement-texts.ts'
import styles from './row.module.css'

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
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={open}
        aria-controls={open ? detailsId : undefined}
        onClick={onToggle}
      >
        <RowFace
          kind={activity.kind}
          status={row.status}
          createdAt={row.createdAt}
          amount={<RowAmount row={row} className={styles.amount} />}
        >
          {t(activityText(activity, gameName))}
        </RowFace>
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
