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

/**
 * An icon of the one sprite file, so that icons add nothing to the scripts. Only the icon of a busy button is drawn by the script: it has to
 * turn at once, and on a slow line the sprite file may come later.
 */
export function Icon({ name, small, turns, className }: IconProps) {
  return (
    <svg
      className={classNames(styles.icon, small && styles.small, turns && styles.turns, className)}
      viewBox="0 0 24 24"
      aria-hidden
    >
      {name === 'refresh' ? (
        <path d="M19.75 12a7.75 7.75 0 1 1-2.27-5.48l2.27 2.23v-4.5m0 4.5h-4.5" />
      ) : (
        <use href={`${sprite}#${name}`} />
      )}
    </svg>
  )
}
