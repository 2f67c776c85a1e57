import type { QueryClient } from '@tanstack/react-query'
import { readToken } from '#api/token.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { openChatSession } from './chat-session.ts'
import { knownGuestId } from './entry/guest-id.ts'

/** Sends what an earlier visit left, without opening the chat. */
export async function resumeSending(queryClient: QueryClient): Promise<void> {
  const token = readToken()
  if (token === undefined) {
    const id = knownGuestId()
    if (id) await openChatSession({ kind: 'guest', id }, queryClient)
    return
  }
  const { profile } = await queryClient.ensureQueryData(walletQueryOptions)
  await openChatSession({ kind: 'member', id: profile._id, token }, queryClient)
}
