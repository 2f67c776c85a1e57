import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './top-bar.module.css'
import { useWide } from './use-wide.ts'

interface BarProps {
  /** Not on an upright phone: the screen has logo and languages itself. */
  wideOnly?: boolean
  children: ReactNode
}

export function TopBar({ wideOnly, children }: BarProps) {
  return (
    <header className={classNames(styles.bar, wideOnly && styles.wideOnly)}>
      <div className={styles.inner}>{children}</div>
    </header>
  )
}

interface TopBarEndProps {
  /** The last thing is an icon button, which has room around its icon already. */
  endsInIcon?: boolean
  children: ReactNode
}

/** The far end of the bar. */
export function TopBarEnd({ endsInIcon = false, children }: TopBarEndProps) {
  return <div className={classNames(styles.end, !endsInIcon && styles.inset)}>{children}</div>
}

/** For the link that shows who is signed in: an icon and a name that may be long. */
export const memberLinkClass = styles.member

interface TopNavProps {
  label: string
  children: ReactNode
}

/** The bottom bar's links, in windows from 900 px on. The current one has `aria-current`. */
export function TopNav({ label, children }: TopNavProps) {
  if (!useWide()) return null
  return (
    <nav aria-label={label} className={styles.nav}>
      {children}
    </nav>
  )
}
