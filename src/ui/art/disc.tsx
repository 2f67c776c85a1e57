import { classNames } from '#ui/class-names.ts'
import styles from './disc.module.css'
import { Icon, type IconName } from '#ui/icon.tsx'

export type Tone = 'plain' | 'jade' | 'gold' | 'sky' | 'coral'

interface DiscProps {
  icon: IconName
  tone?: Tone
  size?: 'small' | 'regular' | 'large'
  className?: string
}

export function Disc({ icon, tone = 'plain', size = 'regular', className }: DiscProps) {
  return (
    <span className={classNames(styles.disc, styles[tone], styles[size], className)}>
      <Icon name={icon} small={size === 'small'} />
    </span>
  )
}
