import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './claim-card.module.css'
import { Disc } from '#ui/art/disc.tsx'
import type { IconName } from '#ui/icon.tsx'

interface ClaimCardProps {
  icon: IconName
  title: ReactNode
  figure: ReactNode
  /** Where the amount comes from, or why it cannot be claimed now. */
  note?: ReactNode
  /** The claim button and its operation's notice. */
  children: ReactNode
}

/** Money that is ready to be claimed. */
export function ClaimCard({ icon, title, figure, note, children }: ClaimCardProps) {
  return (
    <Card as="section" className={styles.claim}>
      <Disc icon={icon} tone="gold" />
      <div className={styles.words}>
        <h3>{title}</h3>
        <p className={styles.figure}>{figure}</p>
      </div>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </Card>
  )
}
