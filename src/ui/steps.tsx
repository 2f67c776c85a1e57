import { useEffect, useRef } from 'react'
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
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    if (document.activeElement === document.body) list.current?.focus()
  }, [current])
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
