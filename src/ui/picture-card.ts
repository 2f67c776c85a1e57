import { classNames } from './class-names.ts'
import styles from './picture-card.module.css'

/** The frame of a card that is pressed: a picture to its edges, words below. Its content brings its own padding. */
export function pictureCardClass(...classes: Parameters<typeof classNames>): string {
  return classNames(styles.card, ...classes)
}
