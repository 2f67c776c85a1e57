import { useEffect, useRef, type ReactNode } from 'react'
import { Disc, type Tone } from './disc.tsx'
import type { IconName } from './icon.tsx'
import styles from './outcome.module.css'

interface OutcomeProps {
  icon?: IconName
  tone?: Tone
  title: ReactNode
  /** The figure that it is about. */
  figure?: ReactNode
  /** Smaller words below. */
  children?: ReactNode
}

/** What a step has come to, in the middle of a sheet. It takes the focus, whose former place is gone with the step. */
export function Outcome({ icon, tone, title, figure, children }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className={styles.outcome}>
      {icon && <Disc icon={icon} tone={tone} size="large" />}
      <b>{title}</b>
      {figure && <div className={styles.figure}>{figure}</div>}
      {children}
    </div>
  )
}
