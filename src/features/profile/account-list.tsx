import { type ReactNode, type Ref, useId } from 'react'
import { Disc, type Tone } from '#ui/disc.tsx'
import type { IconName } from '#ui/icon.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import styles from './account-list.module.css'

interface AccountSectionProps {
  title: ReactNode
  /** Of the section, which can take the focus. */
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A list of what opens the account, with a heading of its own. */
export function AccountSection({ title, ref, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id} tabIndex={-1} ref={ref}>
      <SectionHead title={<span id={id}>{title}</span>} />
      {children}
    </section>
  )
}

interface AccountRowProps {
  icon: IconName
  tone?: Tone | undefined
  name: ReactNode
  /** Short facts, each an element. */
  meta: ReactNode
  /** What can be done with it. */
  children?: ReactNode
}

export function AccountRow({ icon, tone, name, meta, children }: AccountRowProps) {
  return (
    <li className={styles.row}>
      <Disc icon={icon} tone={tone} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.meta}>{meta}</p>
      </div>
      {children}
    </li>
  )
}

export function AccountNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
