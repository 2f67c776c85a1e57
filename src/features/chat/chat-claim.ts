import type { QueryClient } from '@tanstack/react-query'
import { RESET } from 'jotai/utils'
import { request } from '#api/client.ts'
import { claimGuestChat } from '#api/contract/chat.ts'
import { readToken } from '#api/token.ts'
import { outboxWaitsAtom } from '#data/outbox-flag.ts'
import { handOverOutbox } from '#data/outbox.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { extensionsAtom, hasExtension } from '#lib/api-extensions.ts'
import { store } from '#lib/store.ts'
import { onWake } from '#lib/wake.ts'
import { isStillHere, memberPerson, ownerOf } from './chat-person.ts'
import { chatSessionAtom, openChatSession } from './chat-session.ts'
import { guestClaimAtom } from './entry/guest-id.ts'
import { unreadQueryOptions } from './entry/unread-queries.ts'

/** What waits for longer may be somebody else's who used the same phone, as the server judges a conversation. In ms. */
const claimable = 86_400_000

let stopTrying: (() => void) | undefined
let asking: { token: string; claimed: Promise<void> } | undefined

/**
 * Takes what was said here as a guest along into the member's conversation, once the backend announces that it can. Broken off, it
 * is tried again when the network is back or the app is looked at; a sign-out meanwhile forgets the guest.
 */
export function claimForMember(queryClient: QueryClient): void {
  stopTrying?.()
  const stops = [onWake(attempt), store.sub(extensionsAtom, attempt)]
  const stop = () => stops.forEach((one) => one())
  stopTrying = stop
  function attempt() {
    const token = readToken()
    if (token === undefined || !hasExtension('claim-guest')) return
    // Another session's may be under way for long: it is nothing to this one.
    const mine = asking?.token === token ? asking : { token, claimed: claim(queryClient) }
    asking = mine
    mine.claimed
      .finally(() => {
        if (asking === mine) asking = undefined
      })
      .then(stop, () => undefined)
  }
  attempt()
}

async function claim(queryClient: QueryClient): Promise<void> {
  const token = readToken()
  const { profile } = await queryClient.ensureQueryData(walletQueryOptions)
  const member = memberPerson(profile)
  const guestId = store.get(guestClaimAtom)
  if (guestId === undefined || token === undefined || member.token !== token) return
  await request(claimGuestChat, { body: { guestId } })
  if (!isStillHere(member)) return
  await handOverOutbox(ownerOf({ kind: 'guest', id: guestId }), ownerOf(member), Date.now() - claimable)
  if (!isStillHere(member)) return
  store.set(guestClaimAtom, RESET)
  if (store.get(outboxWaitsAtom)) await (await openChatSession(member, queryClient)).sending.refresh()
  await store.get(chatSessionAtom)?.conversation.catchUp()
  await queryClient.invalidateQueries({ queryKey: unreadQueryOptions().queryKey })
}
