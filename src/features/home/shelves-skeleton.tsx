import { useLingui } from '@lingui/react/macro'
import { Skeleton, SkeletonCards } from '#ui/list/skeleton.tsx'
import styles from './home-screen.module.css'

/** The search and two shelves of games while they load. */
export function ShelvesSkeleton() {
  const { t } = useLingui()
  return (
    <>
      <Skeleton control height="var(--tap)" />
      {[t`Loading your games`, ''].map((label) => (
        <div key={label} className={styles.shelf}>
          <Skeleton width="6rem" height="1rem" />
          <SkeletonCards label={label} />
        </div>
      ))}
    </>
  )
}
