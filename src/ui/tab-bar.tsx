import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './tab-bar.module.css'
import { useWide } from './use-wide.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface TabBarProps {
  label: string
  /** Links, the current one with `aria-current`, and the plus between them. */
  children: ReactNode
}

export function TabBar({ label, children }: TabBarProps) {
  if (useWide()) return null
  return (
    <nav className={styles.bar} aria-label={label}>
      {children}
    </nav>
  )
}

interface MarkedIconProps {
  icon: IconName
  small?: boolean
  /** What new things wait behind it, in words; without them there is nothing new. */
  news?: ReactNode
}

export function MarkedIcon({ icon, small, news }: MarkedIconProps) {
  return (
    <span className={styles.icon}>
      <Icon name={icon} small={small} />
      {news && (
        <i className={styles.mark}>
          <VisuallyHidden>{news}</VisuallyHidden>
        </i>
      )}
    </span>
  )
}

interface TabFaceProps extends MarkedIconProps {
  label: ReactNode
}

export function TabFace({ label, ...icon }: TabFaceProps) {
  return (
    <>
      <MarkedIcon {...icon} />
      <span>{label}</span>
    </>
  )
}
