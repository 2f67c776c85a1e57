import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './tab-bar.module.css'

interface TabBarProps {
  label: string
  /** Links, the current one with `aria-current`, and the plus between them. */
  children: ReactNode
}

export function TabBar({ label, children }: TabBarProps) {
  return (
    <nav className={styles.bar} aria-label={label}>
      {children}
    </nav>
  )
}

interface TabFaceProps {
  icon: IconName
  label: ReactNode
  /** Something new waits behind this tab. */
  marked?: boolean
}

export function TabFace({ icon, label, marked }: TabFaceProps) {
  return (
    <>
      <span className={styles.icon}>
        <Icon name={icon} />
        {marked && <i className={styles.mark} />}
      </span>
      <span>{label}</span>
    </>
  )
}
