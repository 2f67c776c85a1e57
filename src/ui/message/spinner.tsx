import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './spinner.module.css'

interface SpinnerProps {
  label: string
  /** The delay has already passed. */
  waited?: boolean
}

/** Appears after a short delay, so that quick answers do not flash. */
export function Spinner({ label, waited }: SpinnerProps) {
  return (
    <output className={classNames(styles.spinner, waited && styles.waited)}>
      <Icon name="refresh" turns />
      <span className="visually-hidden">{label}</span>
    </output>
  )
}
