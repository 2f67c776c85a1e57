import { outline, TURN } from './wheel-geometry.ts'
import styles from './wheel-rim.module.css'

const LIGHTS = 24
const PETAL = 'M0 3C-7-5-27-15-29.5-32C-31.5-47-18-60 2-60C17-58.5 26-46 23-32C20-18 9-5 0 3Z'
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
        <path d={PETAL} className={styles.shade} transform="translate(0 5)" />
        <path d={PETAL} className={styles.petal} />
      </g>
    </svg>
  )
}
