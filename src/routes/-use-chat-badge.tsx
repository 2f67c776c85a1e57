import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useUnread } from '#features/chat/entry/use-unread.ts'

/** Unread chat messages, in words, for the badges of the contact tab and the chat. */
export function useChatBadge(): ReactNode {
  const unread = useUnread()
  return (
    unread > 0 && <Plural value={unread} one={`${unread} new message`} other={`${unread} new messages`} />
  )
}
