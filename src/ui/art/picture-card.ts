import { classNames } from '#ui/class-names.ts'
import styles from './picture-card.module.css'

/** The frame of a card that can be tapped: a picture up to its edges, text below. Its content sets its own padding. */
export function pictureCardClass(...classes: Parameters<typeof classNames>): string {
  return classNames(styles.card, ...classes)
}
