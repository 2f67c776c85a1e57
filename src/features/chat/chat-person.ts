import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import type { Profile } from '#api/contract/account.ts'
import { readToken } from '#api/token.ts'
import { memberOwner } from '#data/outbox.ts'
import { sessionAtom } from '#data/session.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { newOperationKey } from '#lib/operation-key.ts'
import { guestIdAtom } from './entry/guest-id.ts'

/** Whose conversation it is. A guest's id is known to nobody else. */
export interface ChatPerson {
  kind: 'member' | 'guest'
  id: string
  /** What a member proves it by. */
  token?: string | undefined
  /** A member's phone number. */
  username?: string | undefined
  name?: string | undefined
}

export const ownerOf = ({ kind, id }: ChatPerson): string =>
  kind === 'member' ? memberOwner(id) : `guest:${id}`

/** Tells one person, and one of a member's sessions, from another. */
export const keyOf = (person: ChatPerson): string => `${ownerOf(person)} ${person.token ?? ''}`

/** The same in a call's body. */
export const whoIs = ({ kind, id }: ChatPerson) => (kind === 'member' ? { userId: id } : { guestId: id })

/** Who has written a message, in its body. */
export const writerOf = (person: ChatPerson) => {
  const { username, name } = person
  return { sender: 'customer', ...whoIs(person), ...(username && { username }), ...(name && { name }) }
}

/** Whether this is still who is here: nothing is sent in another's name. */
export const isStillHere = ({ token }: ChatPerson): boolean => readToken() === token

export const memberPerson = ({ _id, username, name }: Profile): ChatPerson => ({
  kind: 'member',
  id: _id,
  token: readToken(),
  username,
  name,
})

/** Who chats here; undefined while the id is not known yet. */
export function useChatPerson(): ChatPerson | undefined {
  const signedIn = useAtomValue(sessionAtom)
  const profile = useQuery({ ...walletQueryOptions, enabled: signedIn }).data?.profile
  const [guestId, keepGuestId] = useAtom(guestIdAtom)
  useEffect(() => {
    if (!signedIn && guestId === undefined) keepGuestId(newOperationKey())
  }, [signedIn, guestId, keepGuestId])
  return useMemo(() => {
    if (signedIn) return profile && memberPerson(profile)
    return guestId === undefined ? undefined : { kind: 'guest', id: guestId }
  }, [signedIn, profile, guestId])
}
