import type { ReactNode } from 'react'
import { Control } from './control.tsx'
import styles from './fixed-control.module.css'
import type { IconName } from './icon.tsx'

interface FixedControlProps {
  icon?: IconName
  label: ReactNode
  children: ReactNode
}

/** Shows a value in place of a field while it cannot be changed. */
export function FixedControl({ icon = 'lock', label, children }: FixedControlProps) {
  return (
    <Control icon={icon} disabled>
      <span className={styles.label}>{label}</span>
      <b className={styles.value}>{children}</b>
    </Control>
  )
}
