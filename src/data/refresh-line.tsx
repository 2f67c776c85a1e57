import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { isStale } from '#lib/balance.ts'
import { serverTime } from '#lib/clock.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useNow } from '#ui/use-now.ts'
import { AgeNote } from './age-note.tsx'
import styles from './refresh-line.module.css'
import { useRefreshPage } from './refresh-page.ts'

interface RefreshLineProps {
  /** What the page shows: the oldest of it gives the age. */
  queries: readonly Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'isError' | 'isPlaceholderData'>[]
  offline: boolean
}

/** How old a page is, and the button that has it asked for anew. */
export function RefreshLine({ queries, offline }: RefreshLineProps) {
  const { t } = useLingui()
  const now = useNow()
  const { isRefreshing, refresh } = useRefreshPage()
  // The page before this one stays in sight while this one loads; its age would be told as this one's.
  const shown = queries.filter(({ data, isPlaceholderData }) => data !== undefined && !isPlaceholderData)
  const updatedAt = serverTime(Math.min(...shown.map(({ dataUpdatedAt }) => dataUpdatedAt)))
  const failed = shown.some(({ isError }) => isError)
  return (
    <div className={styles.line}>
      {shown.length > 0 && (
        <AgeNote
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
