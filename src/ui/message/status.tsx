import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './status.module.css'

interface StatusProps {
  tone?: 'waiting' | 'done' | 'failed' | 'gold'
  children: ReactNode
}

export function Status({ tone = 'waiting', children }: StatusProps) {
  return <span className={classNames(styles.status, styles[tone])}>{children}</span>
}
