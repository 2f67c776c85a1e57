import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { endSession, type Session } from '#api/contract/session.ts'
import { currentLocale } from '#i18n/activate.ts'
import { formatDateTime, formatRelative } from '#i18n/format.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Disc } from '#ui/art/disc.tsx'
import { Status } from '#ui/message/status.tsx'
import { useListOperation } from '../use-list-operation.ts'
import { refreshSessions } from './session-queries.ts'
import styles from '../account-lists.module.css'

/** How long a device counts as new, in ms. */
const newMs = 7 * 24 * 60 * 60_000

interface SessionRowProps {
  session: Session
  /** By the server's clock, in ms. */
  now: number
}

export function SessionRow({ session, now }: SessionRowProps) {
  const { t } = useLingui()
  const offline = useOffline()
  const about = useId()
  const { id, browser, system, place, createdAt, lastSeenAt, isCurrent, isNewDevice } = session
  const name = [browser, system].filter(Boolean).join(' · ') || t`Unknown device`
  const operation = useListOperation(endSession, {
    refetch: refreshSessions,
    done: t`Logged out: ${name}`,
  })
  const isNew = isNewDevice && !isCurrent && now - Date.parse(createdAt) < newMs
  const age = formatRelative(lastSeenAt, now, currentLocale())
  const isPhone = /^(?:Android|iPhone|iPad)$/u.test(system)

  return (
    <li className={styles.row}>
      <Disc icon={isPhone ? 'phone' : 'globe'} tone={isCurrent ? 'jade' : isNew ? 'gold' : 'plain'} />
      <div className={styles.words}>
        <p className={styles.name}>
          {name} {isCurrent && <Status tone="done">{t`This device`}</Status>}
          {isNew && <Status tone="gold">{t`New device`}</Status>}
        </p>
        <p className={styles.meta} id={about}>
          {!isCurrent && (
            <time dateTime={lastSeenAt} title={formatDateTime(lastSeenAt)}>
              <Trans>Last used {age}</Trans>
            </time>
          )}
          {place && (
            <span>
              <Trans>IP address {place}</Trans>
            </span>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="compact"
          aria-label={t`Log out ${name}`}
          // Several devices may have one name.
          aria-describedby={about}
          loading={operation.busy}
          disabled={offline && !operation.busy}
          onClick={() => void operation.run({ params: { id } })}
        >
          {t`Log out`}
        </Button>
      )}
    </li>
  )
}
