import type { ComponentProps } from 'react'
import { BrandFlower, QuietBrandFlower } from '#ui/art/brand-flower.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './plus-button.module.css'

/** The plus turned into a cross, for the button that closes what the plus opened. */
export function PlusAsCross() {
  return (
    <span className={classNames(styles.plus, styles.quiet, styles.open, styles.still)}>
      <QuietBrandFlower className={styles.flower} />
      <Icon name="plus" className={styles.icon} />
    </span>
  )
}

interface PlusButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  /** Muted: the screen has another gold button, or the app is offline. */
  quiet?: boolean
  open?: boolean
}

export function PlusButton({ label, quiet = false, open = false, className, ...button }: PlusButtonProps) {
  const Flower = quiet || open ? QuietBrandFlower : BrandFlower
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...button}
      aria-label={label}
      aria-expanded={open}
      className={classNames(styles.plus, (quiet || open) && styles.quiet, open && styles.open, className)}
    >
      <Flower className={styles.flower} />
      <Icon name="plus" className={styles.icon} />
    </button>
  )
}
