import { useLostFocus } from '#ui/button/lost-focus.ts'
import styles from './steps.module.css'

interface StepsProps {
  /** Says in words which step of how many. */
  label: string
  steps: readonly string[]
  /** Counted from 0. */
  current: number
  /** Below each, such as when it happened. */
  notes?: readonly (string | undefined)[]
}

/** Takes the focus at each further step, unless a field of that step has it: what led there is gone from the page. */
export function Steps({ label, steps, current, notes }: StepsProps) {
  const list = useLostFocus<HTMLOListElement>(current)
  return (
    <ol ref={list} tabIndex={-1} className={styles.steps} aria-label={label}>
      {steps.map((step, place) => (
        <li
          key={step}
          className={place < current ? styles.done : undefined}
          aria-current={place === current ? 'step' : undefined}
        >
          {step}
          {notes?.[place] && <small>{notes[place]}</small>}
        </li>
      ))}
    </ol>
  )
}
