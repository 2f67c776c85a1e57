import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useUnread } from '#features/chat/entry/use-unread.ts'

/** Unread chat messages, for the badge of the contact tab. */
export function useChatBadge(): ReactNode {
  const unread = useUnread()
  return unread > 0 && <Plural value={unread} one="# new message" other="# new messages" />
}
