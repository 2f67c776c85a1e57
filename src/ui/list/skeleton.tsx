import type { CSSProperties } from 'react'
import { Card } from './card.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  width?: CSSProperties['inlineSize']
  height?: CSSProperties['blockSize']
  round?: boolean
  /** A field or button. */
  control?: boolean
  className?: string
}

/** One grey piece in the shape of the content to come. */
export function Skeleton({ width, height, round, control, className }: SkeletonProps) {
  return (
    <i
      aria-hidden
      className={classNames(styles.skeleton, round && styles.round, control && styles.control, className)}
      style={{ inlineSize: width, blockSize: height }}
    />
  )
}

export function SkeletonRows({ label, count = 3 }: { label: string; count?: number }) {
  return (
    <Card rows aria-busy>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="2.5rem" height="2.5rem" round />
          <div className={styles.words}>
            <Skeleton width="70%" height="0.75rem" />
            <Skeleton width="46%" height="0.625rem" />
          </div>
          <Skeleton width="5rem" height="0.875rem" />
        </div>
      ))}
      <output className="visually-hidden">{label}</output>
    </Card>
  )
}

export function SkeletonCards({ label }: { label: string }) {
  return (
    <div className={styles.rail} aria-busy>
      {Array.from({ length: 3 }, (_, card) => (
        <Card key={card} className={styles.card}>
          <Skeleton height="5.5rem" className={styles.art} />
          <Skeleton width="58%" height="0.75rem" />
          <Skeleton width="40%" height="0.75rem" />
        </Card>
      ))}
      <output className="visually-hidden">{label}</output>
    </div>
  )
}
