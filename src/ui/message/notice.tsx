import type { ReactNode } from 'react'
import { Card } from '#ui/list/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import styles from './notice.module.css'

/** The look of a live region in which notices come and go. */
export const noticePlaceClass = styles.place

/** The look of what stands over a page: cards below each other, beside each other where there is room. */
export const noticesClass = styles.notices

interface NoticeProps {
  tone?: 'sky' | 'coral' | 'gold' | 'jade'
  icon?: IconName
  title?: ReactNode
  action?: ReactNode
  className?: string
  /** Not announced, because something else announces it. */
  quiet?: boolean
  children?: ReactNode
}

/** A short text to read before going on. Only errors are announced. */
export function Notice({
  tone = 'sky',
  icon,
  title,
  action,
  className,
  quiet = false,
  children,
}: NoticeProps) {
  return (
    <Card
      as="section"
      role={tone === 'coral' && !quiet ? 'alert' : undefined}
      className={classNames(styles.notice, className)}
    >
      <Icon name={icon ?? (tone === 'coral' ? 'alert' : 'info')} className={styles[tone]} />
      <div className={styles.words}>
        {title && <b>{title}</b>}
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </Card>
  )
}
