import { Icon } from './icon.tsx'
import styles from './spinner.module.css'

/** Waits a moment before it shows, so that quick answers do not flash. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className={styles.spinner}>
      <Icon name="refresh" turns />
      <span className="visually-hidden">{label}</span>
    </output>
  )
}
