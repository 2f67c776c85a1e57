import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './control.module.css'
import { useFieldInvalid } from './field-context.ts'
import { Icon, type IconName } from '#ui/icon.tsx'

interface ControlProps {
  icon?: IconName
  trailing?: ReactNode
  disabled?: boolean
  className?: string
  children: ReactNode
}

/** The box around an input: border, icon, focus and error. */
export function Control({ icon, trailing, disabled, className, children }: ControlProps) {
  const invalid = useFieldInvalid()
  return (
    <div
      className={classNames(
        styles.control,
        invalid && styles.invalid,
        disabled && styles.disabled,
        className,
      )}
    >
      {icon && <Icon name={icon} className={styles.icon} />}
      {children}
      {trailing}
    </div>
  )
}
