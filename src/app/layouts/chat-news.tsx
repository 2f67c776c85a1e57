import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useUnread } from '#features/chat/entry/use-unread.ts'

/** What the contact tab has to say of the chat. */
export function useChatNews(): ReactNode {
  const unread = useUnread()
  return unread > 0 && <Plural value={unread} one="# new message" other="# new messages" />
}
