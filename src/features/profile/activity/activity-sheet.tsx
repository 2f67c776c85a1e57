import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LastUpdated } from '#components/last-updated.tsx'
import { LoadFailed } from '#components/load-failed.tsx'
import { serverTime } from '#lib/dates/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { useNow } from '#ui/use-now.ts'
import { activityQueryOptions, useEarlierActivity } from './activity-queries.ts'
import { ActivityRow } from './activity-row.tsx'
import styles from '../account-lists.module.css'

/** Sign-ins and changes of the account, so that members notice what they did not do themselves. */
export function ActivitySheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={t`Security activity`} closeLabel={t`Close`}>
      <ActivityList />
    </Sheet>
  )
}

function ActivityList() {
  const { t } = useLingui()
  const now = useNow(30_000)
  const query = useQuery(activityQueryOptions)
  const { dataUpdatedAt, error, isFetchedAfterMount } = query
  const earlier = useEarlierActivity()
  const offline = useOffline()
  // A reopened list begins at its newest event, unless that cannot be loaded.
  const data = isFetchedAfterMount || offline ? query.data : undefined
  if (!data) {
    if (!offline && !error) return <SkeletonRows count={5} label={t`Loading the activity`} />
    return <LoadFailed queries={[query]} title={t`The activity could not be loaded`} />
  }
  if (data.events.length === 0) {
    return (
      <StateView
        card={false}
        art="empty"
        title={t`Nothing here yet`}
        text={t`Logins and changes of your account will appear here.`}
      />
    )
  }
  const { events, cursor } = data
  return (
    <>
      {(offline || error) && <LastUpdated stale updatedAt={serverTime(dataUpdatedAt)} now={now} />}
      <p className={styles.note}>
        <Trans>
          Times are in Bangkok time. If something was not you, change your password and contact us.
        </Trans>
      </p>
      <Card as="ul" rows>
        {events.map((event) => (
          <ActivityRow key={event.id} event={event} />
        ))}
      </Card>
      {cursor && (
        <Button
          wide
          loading={earlier.isPending}
          disabled={offline && !earlier.isPending}
          onClick={() => earlier.mutate(cursor)}
        >
          {t`Show earlier`}
        </Button>
      )}
    </>
  )
}
