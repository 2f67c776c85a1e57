import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Activity } from '#api/contract/activity.ts'
import { formatDate, formatDateTime, formatTime } from '#i18n/format.ts'
import { Disc } from '#ui/art/disc.tsx'
import { Status } from '#ui/message/status.tsx'
import { faceOf } from './activity-texts.ts'
import styles from '../account-lists.module.css'

export function ActivityRow({ event }: { event: Activity }) {
  const { t } = useLingui()
  const { browser, system, place, createdAt, isNewDevice, times, accountEnding } = event
  const { text, icon, tone } = faceOf(event)
  const device = [browser, system].filter(Boolean).join(' · ')
  return (
    <li className={styles.row}>
      <Disc icon={icon} tone={isNewDevice ? 'gold' : tone} />
      <div className={styles.words}>
        <p className={styles.name}>
          {t(text)} {isNewDevice && <Status tone="gold">{t`New device`}</Status>}
        </p>
        <p className={styles.meta}>
          <time dateTime={createdAt} title={formatDateTime(createdAt)}>
            {formatDate(createdAt)} {formatTime(createdAt)}
          </time>
          <span>{device || t`Unknown device`}</span>
          {place && (
            <span>
              <Trans>IP address {place}</Trans>
            </span>
          )}
          {accountEnding && (
            <span>
              <Trans>Account ending in {accountEnding}</Trans>
            </span>
          )}
          {times !== undefined && times !== null && times > 1 && (
            <span>
              <Plural
                value={times}
                one={`${times} time within an hour`}
                other={`${times} times within an hour`}
              />
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
