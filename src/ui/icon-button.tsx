import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'
import { Icon, type IconName } from './icon.tsx'

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
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={iconButtonClass(variant, className)}
      aria-label={label}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={click}
    >
      <Icon name={loading ? 'refresh' : icon} turns={loading} />
    </button>
  )
}
