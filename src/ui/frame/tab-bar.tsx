import type { ReactNode } from 'react'
import { Icon, type IconName } from '#ui/icon.tsx'
import styles from './tab-bar.module.css'
import { useWide } from './use-wide.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

interface TabBarProps {
  label: string
  /** Links, the current one with `aria-current`, and the plus button between them. */
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

interface IconWithBadgeProps {
  icon: IconName
  small?: boolean
  /** Says in words what is new there, for screen readers; without it no dot is shown. */
  badge?: ReactNode
}

export function IconWithBadge({ icon, small, badge }: IconWithBadgeProps) {
  return (
    <span className={styles.icon}>
      <Icon name={icon} small={small} />
      {badge && (
        <i className={styles.badge}>
          <VisuallyHidden>{badge}</VisuallyHidden>
        </i>
      )}
    </span>
  )
}

interface TabFaceProps extends IconWithBadgeProps {
  label: ReactNode
}

export function TabFace({ label, ...icon }: TabFaceProps) {
  return (
    <>
      <IconWithBadge {...icon} />
      <span>{label}</span>
    </>
  )
}
