import { useEffect, useRef, type ReactNode } from 'react'
import { Disc, type Tone } from '#ui/art/disc.tsx'
import type { IconName } from '#ui/icon.tsx'
import styles from './outcome.module.css'

interface OutcomeProps {
  icon?: IconName
  tone?: Tone
  title: ReactNode
  /** The amount or number that it is about. */
  figure?: ReactNode
  /** Smaller text below. */
  children?: ReactNode
}

/**
 * The result of a step, in the middle of a sheet. It takes the focus when it is first shown, because the element that had it is gone. A
 * result that can still change is rendered in one place of a live region, so that it stays: what comes by itself is announced there, and
 * the focus stays where the member is.
 */
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
