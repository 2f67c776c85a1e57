import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import styles from './stale-note.module.css'

/** Says how old the figures beside it are. */
export function StaleNote({ children }: { children: ReactNode }) {
  return (
    <span className={styles.note}>
      <Icon name="clock" small />
      <span>{children}</span>
    </span>
  )
}
