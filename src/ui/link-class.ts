import { classNames } from './class-names.ts'
import styles from './link-class.module.css'

/** The look of a link in text; one that stands alone gets the height of a finger. */
export function linkClass(look: { alone?: boolean } = {}, className?: string): string {
  return classNames(styles.link, look.alone && styles.alone, className)
}
