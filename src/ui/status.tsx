import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './status.module.css'

interface StatusProps {
  tone?: 'waiting' | 'done' | 'failed' | 'gold'
  className?: string
  children: ReactNode
}

export function Status({ tone = 'waiting', className, children }: StatusProps) {
  return <span className={classNames(styles.status, styles[tone], className)}>{children}</span>
}
