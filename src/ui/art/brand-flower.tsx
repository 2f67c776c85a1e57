import { petal } from '#lib/pictures/petal.ts'
import styles from './brand-flower.module.css'

const turns = [0, 72, 144, 216, 288]

/** The champa flower in gold, for the plus button. Inline, because it takes its colours from the theme. */
export function BrandFlower({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="-62 -62 124 124" aria-hidden>
      <defs>
        <radialGradient id="flower-fill" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="62">
          <stop offset=".2" className={styles.gold} />
          <stop offset="1" className={styles.pale} />
        </radialGradient>
        <linearGradient id="flower-fold" gradientUnits="userSpaceOnUse" x1="26" y1="-20" x2="-2" y2="-31">
          <stop offset="0" className={styles.deep} />
          <stop offset=".35" className={styles.deep} stopOpacity=".55" />
          <stop offset="1" className={styles.gold} stopOpacity="0" />
        </linearGradient>
        <clipPath id="flower-half">
          <path d="M0 6V-70H-70V6Z" />
        </clipPath>
        <g id="flower-petal">
          <path d={petal} fill="url(#flower-fill)" />
          <path d={petal} fill="url(#flower-fold)" />
        </g>
      </defs>
      {turns.map((turn) => (
        <use key={turn} href="#flower-petal" transform={`rotate(${turn})`} />
      ))}
      {/* The first petal's half again on top, so that each petal overlaps its neighbour all the way round. */}
      <g clipPath="url(#flower-half)">
        <use href="#flower-petal" />
      </g>
    </svg>
  )
}

/** The same flower muted, on screens whose gold button is elsewhere. */
export function QuietBrandFlower({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="-62 -62 124 124" aria-hidden>
      <g className={styles.edge}>
        {turns.map((turn) => (
          <path key={turn} d={petal} transform={`rotate(${turn})`} />
        ))}
      </g>
      <g className={styles.quiet}>
        {turns.map((turn) => (
          <path key={turn} d={petal} transform={`rotate(${turn})`} />
        ))}
      </g>
    </svg>
  )
}
