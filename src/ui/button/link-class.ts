import { classNames } from '#ui/class-names.ts'
import styles from './link-class.module.css'

/** The look of a link in text; `alone` gives it the height of a touch target. */
export function linkClass({ alone }: { alone?: boolean } = {}): string {
  return classNames(styles.link, alone && styles.alone)
}
