import type { ReactNode } from 'react'
import styles from './progress.module.css'

interface ProgressProps {
  label: string
  /** 0 to 1. */
  part: number
  /** How far it is, in words. */
  children?: ReactNode
}

export function Progress({ label, part, children }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <progress aria-label={label} value={part} max={1} />
      {children && <p>{children}</p>}
    </div>
  )
}
