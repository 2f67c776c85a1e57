import type { ComponentProps } from 'react'
import { classNames } from '#ui/class-names.ts'
import { heldProps } from './held.ts'
import styles from './icon-button.module.css'
import { Icon, type IconName } from '#ui/icon.tsx'
import { handsFocusOn } from './lost-focus.ts'

type Variant = 'plain' | 'filled' | 'primary'

export function iconButtonClass(variant: Variant = 'plain', className?: string): string {
  return classNames(styles.button, styles[variant], className)
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName
  label: string
  variant?: Variant
  loading?: boolean
}

export function IconButton({
  icon,
  label,
  variant,
  loading = false,
  disabled,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      ref={handsFocusOn}
      type="button"
      {...rest}
      className={iconButtonClass(variant, className)}
      aria-label={label}
      aria-busy={loading || undefined}
      {...heldProps(loading || disabled, onClick)}
    >
      <Icon name={loading ? 'refresh' : icon} turns={loading} />
    </button>
  )
}
