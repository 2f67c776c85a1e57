import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Statement } from '#api/contract/statement.ts'
import { outcomeOf } from '#data/statement-outcome.ts'
import { formatDateTime, formatRelative, formatTime } from '#i18n/format.ts'
import { currentLocale } from '#i18n/activate.ts'
import { Amount } from '#ui/amount.tsx'
import { Disc } from '#ui/disc.tsx'
import { linkClass } from '#ui/link-class.ts'
import { Status } from '#ui/status.tsx'
import { activityOf, faceOf, flowOf } from './statement-rules.ts'
import { activityText, noteText, outcomeTexts } from './statement-texts.ts'
import styles from './statement-screen.module.css'

interface StatementRowProps {
  row: Statement
  now: number
  gameName: (code: string) => string
}

export function StatementRow({ row, now, gameName }: StatementRowProps) {
  const { t } = useLingui()
  const outcome = outcomeOf(row.status)
  const activity = activityOf(row)
  const note = noteText(row, outcome)
  const { icon, tone } = faceOf(activity.kind, outcome)
  return (
    <li className={styles.entry}>
      <Disc icon={icon} tone={tone} />
      <div className={styles.words}>
        <p className={styles.what}>{t(activityText(activity, gameName))}</p>
        <p className={styles.meta}>
          <Status tone={outcome}>{t(outcomeTexts[outcome])}</Status>
          <span>{formatRelative(row.createdAt, now, currentLocale())}</span>
        </p>
      </div>
      <div className={styles.end}>
        {(row.amount > 0 || outcome === 'done') && (
          <Amount
            satang={row.amount}
            flow={flowOf(row.statementType)}
            voided={outcome === 'failed'}
            className={styles.amount}
          />
        )}
        <time dateTime={row.createdAt} title={formatDateTime(row.createdAt)}>
          {formatTime(row.createdAt)}
        </time>
      </div>
      {note && (
        <p className={styles.note}>
          {t(note)} {outcome === 'waiting' && row.amount > 0 && <UploadSlip />}
        </p>
      )}
    </li>
  )
}

function UploadSlip() {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, open: 'slip' as const })}
      state={{ modal: true }}
      className={linkClass()}
    >
      <Trans>Upload slip</Trans>
    </Link>
  )
}
