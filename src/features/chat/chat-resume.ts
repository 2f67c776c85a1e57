import type { QueryClient } from '@tanstack/react-query'
import { readToken } from '#api/token.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { chatSessionOf } from './chat-session.ts'
import { knownGuestId } from './entry/guest-id.ts'

/** Sends what an earlier visit left, without opening the chat. */
export async function resumeSending(queryClient: QueryClient): Promise<void> {
  const token = readToken()
  if (token === undefined) {
    const id = knownGuestId()
    if (id) await chatSessionOf({ kind: 'guest', id }, queryClient)
    return
  }
  const { profile } = await queryClient.ensureQueryData(walletQueryOptions)
  await chatSessionOf({ kind: 'member', id: profile._id, token }, queryClient)
}
