import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { TextControl, type TextControlProps } from './text-control.tsx'

interface AmountControlProps extends Omit<TextControlProps, 'type' | 'inputMode'> {
  unit?: string
  trailing?: ReactNode
}

export function AmountControl({ unit = '฿', trailing, className, ...input }: AmountControlProps) {
  return (
    <TextControl
      inputMode="decimal"
      autoComplete="off"
      {...input}
      className={classNames(styles.amount, className)}
      trailing={
        <>
          <span className={styles.unit} aria-hidden>
            {unit}
          </span>
          {trailing}
        </>
      }
    />
  )
}
