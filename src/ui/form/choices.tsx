import type { ComponentProps, ReactNode } from 'react'
import styles from './choices.module.css'
import { classNames } from '#ui/class-names.ts'
import { heldProps } from '#ui/button/held.ts'

interface ChoiceProps extends ComponentProps<'button'> {
  pressed?: boolean
}

export function Choice({ pressed, disabled, className, onClick, ...button }: ChoiceProps) {
  return (
    <button
      type="button"
      {...button}
      aria-pressed={pressed}
      className={classNames(styles.choice, className)}
      {...heldProps(disabled, onClick)}
    />
  )
}

interface ChoicesProps<Value extends string | number> {
  label: string
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[]
  /** Several, where more than one may be chosen. */
  value?: Value | null | readonly Value[]
  onChange: (value: Value) => void
  layout?: 'flow' | 'scroll' | 'columns'
  disabled?: boolean
}

/** Chips to choose from. A chosen one has a ring and `aria-pressed`. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { label, options, value, onChange, layout = 'flow', disabled } = props
  const isChosen = (one: Value) => (Array.isArray(value) ? value.includes(one) : one === value)
  return (
    <fieldset className={classNames(styles.choices, styles[layout])}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <Choice
          key={option.value}
          pressed={isChosen(option.value)}
          disabled={(disabled && !isChosen(option.value)) || option.disabled}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Choice>
      ))}
    </fieldset>
  )
}
