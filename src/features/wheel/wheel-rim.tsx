import { petal } from '#lib/pictures/petal.ts'
import { outline, TURN } from './wheel-geometry.ts'
import styles from './wheel-rim.module.css'

const LIGHTS = 24
const { box, rim, face } = outline
const frame = `${-box / 2} ${-box / 2} ${box} ${box}`
const middle = (rim + face) / 2

/** The parts that do not turn: the rim with its lights, and the petal that points at the prize. */
export function WheelRim() {
  return (
    <svg viewBox={frame} className={styles.rim} aria-hidden>
      <circle r={middle} className={styles.ring} strokeWidth={rim - face} />
      <circle r={middle} className={styles.shine} strokeWidth={(rim - face) / 2} />
      {Array.from({ length: LIGHTS }, (_, index) => {
        const at = ((index + 0.5) * TURN) / LIGHTS
        const isLarge = index % 3 === 1
        return (
          <circle
            key={at}
            cx={middle * Math.sin(at)}
            cy={-middle * Math.cos(at)}
            r={isLarge ? 2.1 : 1.4}
            className={isLarge ? styles.large : styles.small}
          />
        )
      })}
      <g transform={`translate(1.5 ${11 - face}) scale(.58)`}>
        <path d={petal} className={styles.shade} transform="translate(0 5)" />
        <path d={petal} className={styles.petal} />
      </g>
    </svg>
  )
}
