import type { ReactNode } from 'react'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { WaveSurface } from '#ui/art/wave-surface.tsx'
import styles from './qr-pass.module.css'

export interface QrPassProps {
  title: ReactNode
  /** Satang. */
  satang: number
  flow?: 'in'
  /** Where the money goes, or what it has made of the balance. */
  note: ReactNode
  /** The content of the ring. */
  children: ReactNode
}

interface QrPassFrameProps extends QrPassProps {
  /** At the far end of the amount's line. */
  aside?: ReactNode
  /** The part of the ring that is gold, from 0 to 1. */
  part: number
  /** The ring closes, turns jade and sends out one ripple. */
  closes?: boolean
}

/** The amount, and the code in its ring: in one place while it waits, while it is looked for and once it is paid. */
export function QrPass({ title, satang, flow, note, aside, part, closes, children }: QrPassFrameProps) {
  return (
    <WaveSurface as="div" drift="pass" className={styles.pass}>
      <dl className={styles.facts}>
        <div>
          <dt>{title}</dt>
          <dd className={styles.figure}>
            <Amount satang={satang} flow={flow} />
          </dd>
          <dd className={styles.note}>{note}</dd>
        </div>
        {aside}
      </dl>
      <div className={classNames(styles.code, closes && styles.closes)}>
        {children}
        <Ring part={part} />
      </div>
    </WaveSurface>
  )
}

/** A ring around the code whose gold part, clockwise from the top, is the time left. */
function Ring({ part }: { part: number }) {
  const path =
    'M100 4H176A20 20 0 0 1 196 24V176A20 20 0 0 1 176 196H24A20 20 0 0 1 4 176V24A20 20 0 0 1 24 4Z'
  const shown = Math.min(100, Math.max(0, part * 100))
  return (
    <svg viewBox="0 0 200 200" className={styles.ring} aria-hidden>
      <path d={path} />
      <path d={path} pathLength={100} strokeDasharray={`${shown} 100`} strokeDashoffset={shown - 100} />
    </svg>
  )
}
