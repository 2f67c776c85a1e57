import type { HTMLAttributes } from 'react'
import styles from './card.module.css'
import { classNames } from '#ui/class-names.ts'

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'ul' | 'ol' | 'dl'
  /** Hairlines between the children. */
  rows?: boolean
}

export function Card({ as: Tag = 'div', rows, className, ...rest }: CardProps) {
  return <Tag {...rest} className={classNames(styles.card, rows && styles.rows, className)} />
}
