import type { QueryClient } from '@tanstack/react-query'
import { RESET } from 'jotai/utils'
import { request } from '#api/client.ts'
import { claimGuestChat } from '#api/contract/chat.ts'
import { readToken } from '#api/token.ts'
import { outboxWaitsAtom } from '#data/outbox/outbox-flag.ts'
import { handOverOutbox } from '#data/outbox/outbox.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { extensionsAtom, hasExtension } from '#lib/network/api-extensions.ts'
import { retryUntilDone } from '#lib/retry-until-done.ts'
import { store } from '#lib/store.ts'
import { onWake } from '#lib/device/wake.ts'
import { isCurrentPerson, memberPerson, outboxOwner } from './chat-person.ts'
import { chatSessionAtom, openChatSession } from './chat-session.ts'
import { guestClaimAtom } from './entry/guest-id.ts'
import { unreadQueryOptions } from './entry/unread-queries.ts'

/** Older messages may be another person's who used this phone; the server has the same limit for conversations. In ms. */
const claimableMs = 86_400_000

let stopRetrying: (() => void) | undefined
let running: { token: string; claimed: Promise<void> } | undefined

/**
 * Moves the guest's conversation into the member's, if the backend has the extension for it. After a failure it is retried when
 * the network returns or the app becomes visible; a sign-out discards the claim.
 */
export function claimGuestConversation(queryClient: QueryClient): void {
  stopRetrying?.()
  stopRetrying = retryUntilDone(
    async () => {
      if (store.get(guestClaimAtom) === undefined) return
      const token = readToken()
      if (token === undefined || !hasExtension('claim-guest')) throw new Error('Nothing can be claimed yet')
      // A claim of another session may still be running, which must not delay this one.
      const mine = running?.token === token ? running : { token, claimed: claim(queryClient) }
      running = mine
      await mine.claimed.finally(() => {
        if (running === mine) running = undefined
      })
    },
    onWake,
    (retry) => store.sub(extensionsAtom, retry),
  )
}

async function claim(queryClient: QueryClient): Promise<void> {
  const token = readToken()
  const { profile } = await queryClient.ensureQueryData(walletQueryOptions)
  const member = memberPerson(profile)
  const guestId = store.get(guestClaimAtom)
  if (guestId === undefined || token === undefined || member.token !== token) return
  await request(claimGuestChat, { body: { guestId } })
  if (!isCurrentPerson(member)) return
  await handOverOutbox(
    outboxOwner({ kind: 'guest', id: guestId }),
    outboxOwner(member),
    Date.now() - claimableMs,
  )
  if (!isCurrentPerson(member)) return
  store.set(guestClaimAtom, RESET)
  if (store.get(outboxWaitsAtom)) await (await openChatSession(member, queryClient)).sending.refresh()
  await store.get(chatSessionAtom)?.conversation.catchUp()
  await queryClient.invalidateQueries({ queryKey: unreadQueryOptions().queryKey })
}
