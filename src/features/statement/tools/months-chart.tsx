import { useId } from 'react'
import { Amount, useAmountPrivacy } from '#ui/amount.tsx'
import styles from './months-chart.module.css'
import { formatMonth } from './periods.ts'

interface MonthsChartProps {
  title: string
  /** What stands above the line, and what below it. */
  up: string
  down: string
  /** Satang, oldest first. */
  months: readonly { month: string; up: number; down: number }[]
  chosen: string
}

/** The share of a month's width that its bar takes. */
const barShare = 0.62
const half = 50

/** The length of a bar, of `half`: what is not nothing is seen. */
const barLength = (satang: number, maxSatang: number): number =>
  satang <= 0 ? 0 : Math.max(1, Math.round((satang / maxSatang) * half))

/**
 * Bars by month: upwards solid, downwards hatched, so that neither colour nor legend is needed to tell them apart. Screen readers
 * have the table instead.
 */
export function MonthsChart({ title, up, down, months, chosen }: MonthsChartProps) {
  const hatch = useId()
  const { hidden } = useAmountPrivacy()
  const maxSatang = Math.max(0, ...months.flatMap((each) => [each.up, each.down]))
  return (
    <figure className={styles.chart} aria-hidden>
      <figcaption>
        <b>{title}</b>
        <span className={styles.key}>
          <Swatch kind="up" hatch={hatch} /> {up}
        </span>
        <span className={styles.key}>
          <Swatch kind="down" hatch={hatch} /> {down}
        </span>
      </figcaption>
      {/* How much the whole height is. */}
      <p className={styles.max}>{maxSatang > 0 && <Amount satang={maxSatang} />}</p>
      <svg viewBox={`0 ${-half} ${months.length * 10} ${half * 2}`} preserveAspectRatio="none">
        <defs>
          <pattern
            id={hatch}
            width="3"
            height="3"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="1.6" height="3" className={styles.ink} />
          </pattern>
        </defs>
        {months.map(({ month, up: above, down: below }, index) => {
          const x = index * 10 + (10 - 10 * barShare) / 2
          // The chart's shape would reveal hidden amounts.
          const [over, under] = hidden
            ? [half / 2, half / 2]
            : [barLength(above, maxSatang), barLength(below, maxSatang)]
          return (
            <g key={month} className={month === chosen ? styles.chosen : undefined}>
              {month === chosen && (
                <rect x={index * 10} y={-half} width="10" height={half * 2} className={styles.ground} />
              )}
              <rect x={x} y={-over} width={10 * barShare} height={over} className={styles.up} />
              <rect
                x={x}
                y="0"
                width={10 * barShare}
                height={under}
                fill={`url(#${hatch})`}
                className={styles.down}
              />
            </g>
          )
        })}
        <line x1="0" x2={months.length * 10} y1="0" y2="0" className={styles.axis} />
      </svg>
      <p className={styles.scale}>
        <span>{formatMonth(months[0]?.month ?? '')}</span>
        <span>{formatMonth(months.at(-1)?.month ?? '')}</span>
      </p>
    </figure>
  )
}

function Swatch({ kind, hatch }: { kind: 'up' | 'down'; hatch: string }) {
  return (
    <svg viewBox="0 0 10 10" className={styles.swatch}>
      <rect
        x="0.5"
        y="0.5"
        width="9"
        height="9"
        className={styles[kind]}
        {...(kind === 'down' && { fill: `url(#${hatch})` })}
      />
    </svg>
  )
}
