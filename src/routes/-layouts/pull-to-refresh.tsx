import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRefreshPage } from '#data/refresh-page.ts'
import { useStaticData } from '#routes/-static-data.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { followPull } from './follow-pull.ts'
import styles from './pull-to-refresh.module.css'

/** Refreshes any member's page when it is pulled down at its top. */
export function PullToRefresh() {
  const { t } = useLingui()
  // The games are on the member's home page.
  const games = useStaticData('isEntry') ?? false
  const { isRefreshing, refresh } = useRefreshPage({ games })
  const [isArmed, setArmed] = useState(false)
  const disc = useRef<HTMLDivElement>(null)
  const refreshNow = useEffectEvent(refresh)
  useEffect(
    () =>
      followPull({
        onPull: (share) => {
          disc.current?.style.setProperty('--pulled', String(share))
          setArmed(share === 1)
        },
        onRefresh: () => void refreshNow(),
      }),
    [],
  )
  return (
    <output className={styles.place}>
      <div ref={disc} className={styles.disc} data-armed={isArmed} data-turning={isRefreshing}>
        <Icon name="refresh" turns={isRefreshing} />
        {isRefreshing && <VisuallyHidden>{t`Refreshing…`}</VisuallyHidden>}
      </div>
    </output>
  )
}
