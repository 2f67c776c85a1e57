import type { ReactNode } from 'react'
import { Notice } from '#ui/notice.tsx'
import type { IconName } from '#ui/icon.tsx'

interface SlipEntryProps {
  tone?: 'sky' | 'gold'
  icon?: IconName
  title: ReactNode
  /** Why the member may want to upload a slip here. */
  children: ReactNode
}

/** The way to the slip upload, wherever the deposit sheet leads to it. */
export function SlipEntry({ tone = 'sky', icon = 'clock', title, children }: SlipEntryProps) {
  return (
    <Notice tone={tone} icon={icon} title={title}>
      {children}
    </Notice>
  )
}
