import { useLingui } from '@lingui/react/macro'
import type { Statement } from '#api/contract/statement.ts'
import { formatDateTime, formatRelative, formatTime } from '#i18n/format.ts'
import { currentLocale } from '#i18n/activate.ts'
import { bahtToSatang } from '#lib/money.ts'
import { Amount } from '#ui/amount.tsx'
import { Disc } from '#ui/disc.tsx'
import { Status } from '#ui/status.tsx'
import { activityOf, faceOf, flowOf, outcomeOf } from './statement-rules.ts'
import { activityText, outcomeTexts } from './statement-texts.ts'
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
        <Amount
          satang={bahtToSatang(row.amount)}
          flow={flowOf(row.statementType)}
          voided={outcome === 'failed'}
          className={styles.amount}
        />
        <time dateTime={row.createdAt} title={formatDateTime(row.createdAt)}>
          {formatTime(row.createdAt)}
        </time>
      </div>
    </li>
  )
}
