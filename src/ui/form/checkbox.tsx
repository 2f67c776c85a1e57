import type { ComponentProps } from 'react'
import styles from './checkbox.module.css'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'

/** A native checkbox with its words; `children` is the label. */
export function Checkbox({ children, className, ...input }: ComponentProps<'input'>) {
  return (
    <label className={classNames(styles.check, className)}>
      <input {...input} type="checkbox" className={styles.input} />
      <span className={styles.box} aria-hidden>
        <Icon name="check" small />
      </span>
      <span>{children}</span>
    </label>
  )
}
