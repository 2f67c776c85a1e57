import type { ReactNode } from 'react'
import styles from './section-head.module.css'

interface SectionHeadProps {
  title: ReactNode
  aside?: ReactNode
  level?: 2 | 3
}

export function SectionHead({ title, aside, level = 2 }: SectionHeadProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={styles.head}>
      <Heading>{title}</Heading>
      {aside && <span className={styles.aside}>{aside}</span>}
    </div>
  )
}
