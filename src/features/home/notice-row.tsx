import type { ReactNode } from 'react'
import { Amount, type AmountProps } from '#ui/amount.tsx'
import { Disc, type Tone } from '#ui/art/disc.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import styles from './notice-rows.module.css'

export interface NoticeRowProps extends Pick<AmountProps, 'satang' | 'flow'> {
  icon: IconName
  tone: Tone | undefined
  title: ReactNode
  onOpen: () => void
  /** What stands at its end. */
  children?: ReactNode
}

/** What a line below the wallet shows; the whole line can be tapped. */
export const NoticeRow = ({ icon, tone, title, onOpen, children, ...amount }: NoticeRowProps) => (
  <>
    <Disc icon={icon} tone={tone} />
    <div className={styles.words}>
      <button type="button" className={styles.open} onClick={onOpen}>
        {title}
      </button>
      <Amount {...amount} className={styles.amount} />
    </div>
    {children}
    <Icon name="next" small className={styles.next} />
  </>
)
