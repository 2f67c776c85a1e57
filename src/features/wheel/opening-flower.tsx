import petal from '#ui/art/champa-petal.svg'
import styles from './opening-flower.module.css'

const turns = [styles.first, styles.second, styles.third, styles.fourth, styles.fifth, styles.half]

/** The brand's flower, which opens once. Each petal is a picture of its own, so that the frames cost no painting. */
export function OpeningFlower() {
  return (
    <span className={styles.flower} aria-hidden>
      {turns.map((turn) => (
        <img key={turn} src={petal} alt="" className={turn} />
      ))}
    </span>
  )
}
