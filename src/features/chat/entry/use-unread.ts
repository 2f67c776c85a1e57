import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { sessionAtom } from '#data/session/session.ts'
import { outboxWaitsAtom } from '#data/outbox/outbox-flag.ts'
import { store } from '#lib/store.ts'
import { guestClaimAtom, guestIdAtom } from './guest-id.ts'
import { unreadQueryOptions } from './unread-queries.ts'
import { useHasChat } from './use-has-chat.ts'

interface BadgeApi {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** The number of unread answers, also as the icon's badge. Sends messages that are still in the outbox. */
export function useUnread(): number {
  const queryClient = useQueryClient()
  const signedIn = useAtomValue(sessionAtom)
  const guest = useAtomValue(guestIdAtom)
  const guestId = signedIn ? undefined : guest
  const claim = useAtomValue(guestClaimAtom)
  const enabled = useHasChat() === true && (signedIn || guestId !== undefined)
  const { data } = useQuery({ ...unreadQueryOptions(guestId), enabled })
  const unread = (enabled && data) || 0

  useEffect(() => {
    const { setAppBadge, clearAppBadge }: BadgeApi = navigator
    const set = unread > 0 ? setAppBadge?.call(navigator, unread) : clearAppBadge?.call(navigator)
    set?.catch(() => undefined)
  }, [unread])

  const hasGuestChat = signedIn && claim !== undefined
  useEffect(() => {
    if (!hasGuestChat && !store.get(outboxWaitsAtom)) return
    void import(/* offline */ '../resume-until-sent.ts').then(
      ({ resumeUntilSent }) => resumeUntilSent(queryClient),
      () => undefined,
    )
  }, [queryClient, hasGuestChat])
  return unread
}
