import { useState, type ChangeEvent, type ComponentProps } from 'react'
import { onlyDigits } from '#lib/money/digits.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './code-field.module.css'
import { useFieldControl, useFieldInvalid } from './field-context.ts'

/** Digits of a code. */
const length = 6

interface CodeFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'autoFocus'> {
  value: string
  onChange: (digits: string) => void
  /** Called after the last digit, so that the form can submit itself. */
  onComplete?: (digits: string) => void
}

/** One real input over painted boxes, so that pasting, autofill and screen readers see a single field. */
export function CodeField({ value, onChange, onComplete, ...input }: CodeFieldProps) {
  const field = useFieldControl()
  const invalid = useFieldInvalid()
  const [focused, setFocused] = useState(false)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = onlyDigits(event.target.value)
    // A whole code behind another one, such as a pasted one behind a refused one, takes its place.
    const isNext = typed.length === 2 * length && typed.startsWith(value)
    const digits = isNext ? typed.slice(length) : typed.slice(0, length)
    if (digits === value) return
    onChange(digits)
    if (digits.length === length) onComplete?.(digits)
  }
  return (
    <div className={classNames(styles.code, invalid && styles.invalid)}>
      <input
        {...field}
        {...input}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        value={value}
        onChange={change}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {Array.from({ length }, (_, place) => (
        <i
          key={place}
          aria-hidden
          className={classNames(
            styles.box,
            focused && place === Math.min(value.length, length - 1) && styles.next,
            focused && place === value.length && styles.caret,
          )}
        >
          {value[place]}
        </i>
      ))}
    </div>
  )
}
