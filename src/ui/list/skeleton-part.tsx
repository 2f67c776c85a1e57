import type { CSSProperties } from 'react'
import { Card } from './card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from './skeleton.tsx'
import styles from './skeleton-part.module.css'

/** How many grey pieces stand for each thing to come. */
const pieces = {
  label: 1,
  hint: 1,
  words: 2,
  terms: 7,
  field: 1,
  amount: 1,
  segments: 1,
  chips: 6,
  button: 1,
  swap: 1,
  art: 1,
  line: 3,
} as const

interface SkeletonPartProps {
  label: string
  /** What comes, from top to bottom. */
  shape: readonly (keyof typeof pieces)[]
  /** What comes stands on a card. */
  card?: boolean
  /** Where what comes is higher than what can be foreseen of it. */
  height?: CSSProperties['minBlockSize']
}

/** A part of a page or sheet in the shape of what comes. */
export function SkeletonPart({ label, shape, card, height }: SkeletonPartProps) {
  const Frame = card ? Card : 'div'
  return (
    <Frame
      className={classNames(styles.part, card && styles.card)}
      style={{ minBlockSize: height }}
      aria-busy
    >
      {Array.from(shape, (piece, at) => (
        <span key={at} className={styles[piece]}>
          {Array.from({ length: pieces[piece] }, (_, part) => (
            <Skeleton key={part} />
          ))}
        </span>
      ))}
      <output className="visually-hidden">{label}</output>
    </Frame>
  )
}
