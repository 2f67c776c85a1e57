import styles from './steps.module.css'

interface StepsProps {
  /** Says in words which step of how many. */
  label: string
  steps: readonly string[]
  /** Counted from 0. */
  current: number
}

export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, place) => (
        <li
          key={step}
          className={place < current ? styles.done : undefined}
          aria-current={place === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  )
}
