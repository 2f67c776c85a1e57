import type { QueryClient } from '@tanstack/react-query'
import { readToken } from '#api/token.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { claimGuestConversation } from './chat-claim.ts'
import { memberPerson } from './chat-person.ts'
import { openChatSession } from './chat-session.ts'
import { store } from '#lib/store.ts'
import { guestIdAtom } from './entry/guest-id.ts'

/** Sends messages that an earlier visit left, and claims a guest's conversation, without opening the chat. */
export async function resumeSending(queryClient: QueryClient): Promise<void> {
  const token = readToken()
  if (token === undefined) {
    const id = store.get(guestIdAtom)
    if (id) await openChatSession({ kind: 'guest', id }, queryClient)
    return
  }
  claimGuestConversation(queryClient)
  const { profile } = await queryClient.ensureQueryData(walletQueryOptions)
  const member = memberPerson(profile)
  if (member.token === token) await openChatSession(member, queryClient)
}
