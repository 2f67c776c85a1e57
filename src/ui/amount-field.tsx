import type { ComponentProps, ReactNode } from 'react'
import { AmountControl } from './amount-control.tsx'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field } from './field.tsx'

interface AmountFieldProps extends ComponentProps<typeof AmountControl> {
  label: ReactNode
  /** The balance that it is taken from. */
  aside?: ReactNode
  hint?: ReactNode
  /** What the balances will be afterwards. */
  after?: ReactNode
  error?: ReactNode
}

/**
 * The large amount that a money sheet begins with. Below it one place of constant height says what matters most: the error,
 * else what will be afterwards, else the hint.
 */
export function AmountField({ label, aside, hint, after, error, className, ...control }: AmountFieldProps) {
  return (
    <Field label={label} aside={aside} fixed hint={after || hint} error={error}>
      <AmountControl placeholder="0.00" className={classNames(styles.large, className)} {...control} />
    </Field>
  )
}
