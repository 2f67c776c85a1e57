import type { ReactNode } from 'react'
import styles from './brand.module.css'
import { classNames } from './class-names.ts'

/** For the link home around the brand. */
export const brandLinkClass = styles.link

interface BrandProps {
  /** The site's name. */
  name: ReactNode
  className?: string
}

export function Brand({ name, className }: BrandProps) {
  return (
    <span className={classNames(styles.brand, className)}>
      <img src="/champa.svg" alt="" width="32" height="32" />
      <span>{name}</span>
    </span>
  )
}
