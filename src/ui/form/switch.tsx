import { useId, type ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { heldProps } from '#ui/button/held.ts'
import styles from './switch.module.css'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
  className?: string
}

export function Switch({ checked, onChange, label, hint, disabled, className }: SwitchProps) {
  const id = useId()
  return (
    <div className={classNames(styles.row, className)}>
      <span>
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <button
        type="button"
        id={id}
        role="switch"
        className={styles.switch}
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...heldProps(disabled, () => onChange(!checked))}
      />
    </div>
  )
}
