import type { ReactNode } from 'react'
import styles from './brand.module.css'

/** For the link home around the brand. */
export const brandLinkClass = styles.link

interface BrandProps {
  /** The site's name. */
  name: ReactNode
}

export function Brand({ name }: BrandProps) {
  return (
    <span className={styles.brand}>
      <img src="/champa.svg" alt="" width="32" height="32" />
      <span>{name}</span>
    </span>
  )
}
