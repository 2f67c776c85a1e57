import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from '#ui/class-names.ts'
import { heldProps } from './held.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { handsFocusOn } from './lost-focus.ts'

export interface ButtonLook {
  variant?: 'quiet' | 'primary' | 'danger' | 'plain'
  size?: 'regular' | 'money' | 'compact' | 'slim'
  wide?: boolean
  tone?: 'coral'
}

/** The look of a button, for links that a router renders. */
export function buttonClass(look: ButtonLook = {}, className?: string): string {
  const { variant = 'quiet', size = 'regular', wide, tone } = look
  return classNames(
    styles.button,
    styles[variant],
    styles[size],
    wide && styles.wide,
    tone && styles[tone],
    className,
  )
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  icon?: IconName
  smallIcon?: boolean
  /** Work is under way: the button keeps its width, colours and focus, spins an icon and ignores taps. */
  loading?: boolean
}

export function Button({
  variant,
  size,
  wide,
  tone,
  icon,
  smallIcon,
  loading = false,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const small = smallIcon ?? (size === 'compact' || size === 'slim')
  return (
    <button
      ref={handsFocusOn}
      type="button"
      {...rest}
      className={buttonClass({ variant, size, wide, tone }, className)}
      aria-busy={loading || undefined}
      {...heldProps(loading || disabled, onClick)}
    >
      {icon && <Icon name={loading ? 'refresh' : icon} small={small} turns={loading} />}
      {loading && !icon ? (
        <span className={styles.working}>
          <Icon name="refresh" small turns className={styles.turning} />
          <span>{children}</span>
        </span>
      ) : (
        children
      )}
    </button>
  )
}
