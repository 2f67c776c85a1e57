import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { endOtherSessions } from '#api/contract/session.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { LastUpdated } from '#components/last-updated.tsx'
import { LoadFailed } from '#components/load-failed.tsx'
import { serverTime } from '#lib/dates/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { useLostFocus } from '#ui/button/lost-focus.ts'
import { useNow } from '#ui/use-now.ts'
import { useListOperation } from '../use-list-operation.ts'
import { refreshSessions, sessionsQueryOptions } from './session-queries.ts'
import { SessionRow } from './session-row.tsx'
import styles from '../account-lists.module.css'

const useHasSessions = () => useAtomValue(extensionsAtom).has('sessions')

/** Loads the list of `SessionsSection` before it is shown. */
export const useSessionsLoad = () => useQuery({ ...sessionsQueryOptions, enabled: useHasSessions() })

/** Where the member is signed in. Renders nothing if the backend has no such call. */
export function SessionsSection() {
  return useHasSessions() && <Sessions />
}

function Sessions() {
  const { t } = useLingui()
  const title = useId()
  const now = useNow(30_000)
  const query = useQuery(sessionsQueryOptions)
  const { data, dataUpdatedAt, error } = query
  // A removed row takes the focus with it.
  const section = useLostFocus<HTMLElement>(data)
  const offline = useOffline()
  const stale = data !== undefined && (offline || error !== null)
  const unlisted = data ? data.total - data.sessions.length : 0
  return (
    <section className={styles.section} aria-labelledby={title} tabIndex={-1} ref={section}>
      <SectionHead title={<span id={title}>{t`Logged-in devices`}</span>} />
      {stale && <LastUpdated stale updatedAt={serverTime(dataUpdatedAt)} now={now} />}
      {!data && !error && !offline && <SkeletonRows count={2} label={t`Loading your devices`} />}
      {!data && (error || offline) && (
        <LoadFailed card queries={[query]} title={t`Your devices could not be loaded`} />
      )}
      {data && (
        <Card as="ul" rows>
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} now={now} />
          ))}
        </Card>
      )}
      {unlisted > 0 && (
        <p className={styles.note}>
          <Trans>And {unlisted} more</Trans>
        </p>
      )}
      {data && data.total > 1 && <EndOthers />}
      {data?.total === 1 && <p className={styles.note}>{t`You are logged in on this device only.`}</p>}
    </section>
  )
}

function EndOthers() {
  const { t } = useLingui()
  const operation = useListOperation(endOtherSessions, {
    refetch: refreshSessions,
    done: t`All other devices have been logged out`,
  })
  const offline = useOffline()

  return (
    <>
      <p className={styles.note}>
        {offline
          ? t`You are offline. You can log devices out when you are connected again.`
          : t`If you do not know a device, log it out here and change your password.`}
      </p>
      <Button
        wide
        loading={operation.busy}
        disabled={offline && !operation.busy}
        onClick={() => void operation.run({})}
      >
        {t`Log out all other devices`}
      </Button>
    </>
  )
}
