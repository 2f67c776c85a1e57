import type { ReactNode } from 'react'
import styles from './progress.module.css'

interface ProgressProps {
  label: string
  /** 0 to 1; undefined where it would reveal what is hidden: then there are only the words. */
  progress: number | undefined
  /** The progress in words. */
  children?: ReactNode
}

export function Progress({ label, progress, children }: ProgressProps) {
  return (
    <div className={styles.progress}>
      {progress !== undefined && <progress aria-label={label} value={progress} max={1} />}
      {children && <p>{children}</p>}
    </div>
  )
}
