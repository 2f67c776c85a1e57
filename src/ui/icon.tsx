import { classNames } from './class-names.ts'
import styles from './icon.module.css'
import sprite from './icons.svg'

export type IconName =
  | 'alert'
  | 'back'
  | 'bank'
  | 'bell'
  | 'chat'
  | 'check'
  | 'clip'
  | 'clock'
  | 'copy'
  | 'deposit'
  | 'down'
  | 'edit'
  | 'eye'
  | 'eye-off'
  | 'games'
  | 'gift'
  | 'globe'
  | 'home'
  | 'image'
  | 'info'
  | 'invite'
  | 'key'
  | 'lock'
  | 'logout'
  | 'moon'
  | 'next'
  | 'offline'
  | 'online'
  | 'phone'
  | 'play'
  | 'plus'
  | 'qr'
  | 'receipt'
  | 'refresh'
  | 'refund'
  | 'search'
  | 'send'
  | 'share'
  | 'sun'
  | 'swap'
  | 'terms'
  | 'ticket'
  | 'trash'
  | 'upload'
  | 'user'
  | 'wallet'
  | 'wheel'
  | 'withdraw'
  | 'x'

interface IconProps {
  name: IconName
  small?: boolean
  turns?: boolean
  className?: string
}

/** One sprite file holds every icon, so that icons cost no script bytes. */
export function Icon({ name, small, turns, className }: IconProps) {
  return (
    <svg
      className={classNames(styles.icon, small && styles.small, turns && styles.turns, className)}
      viewBox="0 0 24 24"
      aria-hidden
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
