import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './section-head.module.css'

interface SectionHeadProps {
  title: ReactNode
  aside?: ReactNode
  level?: 2 | 3
  className?: string
}

export function SectionHead({ title, aside, level = 2, className }: SectionHeadProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={classNames(styles.head, className)}>
      <Heading>{title}</Heading>
      {aside && <span className={styles.aside}>{aside}</span>}
    </div>
  )
}
