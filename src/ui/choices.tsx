import type { ComponentProps, ReactNode } from 'react'
import styles from './choices.module.css'
import { classNames } from './class-names.ts'

interface ChoiceProps extends ComponentProps<'button'> {
  pressed?: boolean
}

export function Choice({ pressed, className, ...button }: ChoiceProps) {
  return (
    <button
      type="button"
      {...button}
      aria-pressed={pressed}
      className={classNames(styles.choice, className)}
    />
  )
}

interface ChoicesProps<Value extends string | number> {
  label: string
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[]
  value?: Value | null
  onChange: (value: Value) => void
  layout?: 'flow' | 'scroll' | 'columns'
  disabled?: boolean
  className?: string
}

/** Chips of which one may be chosen. The chosen one has a ring and `aria-pressed`. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { label, options, value, onChange, layout = 'flow', disabled, className } = props
  return (
    <fieldset className={classNames(styles.choices, styles[layout], className)}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <Choice
          key={option.value}
          pressed={option.value === value}
          disabled={(disabled && option.value !== value) || option.disabled}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Choice>
      ))}
    </fieldset>
  )
}
