import styles from './brand.module.css'
import { classNames } from './class-names.ts'

/** For the link home around the brand. */
export const brandLinkClass = styles.link

export function Brand({ className }: { className?: string }) {
  return (
    <span className={classNames(styles.brand, className)}>
      <img src="/champa.svg" alt="" width="32" height="32" />
      <span>Champa</span>
    </span>
  )
}
