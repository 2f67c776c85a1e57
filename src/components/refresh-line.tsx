import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { isStale } from '#lib/money/balance.ts'
import { serverTime } from '#lib/dates/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { useNow } from '#ui/use-now.ts'
import { LastUpdated } from './last-updated.tsx'
import styles from './refresh-line.module.css'
import { useRefreshPage } from '#data/refresh-page.ts'

interface RefreshLineProps {
  /** The queries that the page shows: the oldest one determines the age. */
  queries: readonly Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'isError' | 'isPlaceholderData'>[]
}

/** The age of a page, and the button that refreshes it. */
export function RefreshLine({ queries }: RefreshLineProps) {
  const { t } = useLingui()
  const now = useNow()
  const offline = useOffline()
  const { isRefreshing, refresh } = useRefreshPage()
  // While a page loads, the previous one is shown, whose age would be shown as the new one's.
  const shown = queries.filter(({ data, isPlaceholderData }) => data !== undefined && !isPlaceholderData)
  const updatedAt = serverTime(Math.min(...shown.map(({ dataUpdatedAt }) => dataUpdatedAt)))
  const failed = shown.some(({ isError }) => isError)
  return (
    <div className={styles.line}>
      {shown.length > 0 && (
        <LastUpdated
          updatedAt={updatedAt}
          now={now}
          stale={isStale({ online: !offline, failed, updatedAt, now })}
        />
      )}
      <IconButton
        icon="refresh"
        label={t`Refresh`}
        className={styles.button}
        loading={isRefreshing}
        onClick={() => void refresh()}
      />
    </div>
  )
}
