import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import type { Profile } from '#api/contract/profile.ts'
import { readToken } from '#api/token.ts'
import { memberOwner } from '#data/outbox/outbox.ts'
import { sessionAtom } from '#data/session/session.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { guestIdAtom } from './entry/guest-id.ts'

/** The owner of a conversation. A guest's id is a secret. */
export interface ChatPerson {
  kind: 'member' | 'guest'
  id: string
  /** The member's session token. */
  token?: string | undefined
  /** A member's phone number. */
  username?: string | undefined
  name?: string | undefined
}

export const outboxOwner = ({ kind, id }: ChatPerson): string =>
  kind === 'member' ? memberOwner(id) : `guest:${id}`

/** Identifies a person and, for a member, the session. */
export const personKey = (person: ChatPerson): string => `${outboxOwner(person)} ${person.token ?? ''}`

/** The person's id in the body of a call. */
export const personIds = ({ kind, id }: ChatPerson) => (kind === 'member' ? { userId: id } : { guestId: id })

/** The sender's fields in the body of a message. */
export const senderFields = (person: ChatPerson) => {
  const { username, name } = person
  return { sender: 'customer', ...personIds(person), ...(username && { username }), ...(name && { name }) }
}

/** Whether this person's session is still the current one: nothing is sent in another person's name. */
export const isCurrentPerson = ({ token }: ChatPerson): boolean => readToken() === token

export const memberPerson = ({ _id, username, name }: Profile): ChatPerson => ({
  kind: 'member',
  id: _id,
  token: readToken(),
  username,
  name,
})

/** The current person; undefined while the id is not known yet. `wallet` says who a member is. */
export function useChatPerson() {
  const signedIn = useAtomValue(sessionAtom)
  const wallet = useQuery({ ...walletQueryOptions, enabled: signedIn })
  const profile = wallet.data?.profile
  const [guestId, keepGuestId] = useAtom(guestIdAtom)
  useEffect(() => {
    if (!signedIn && guestId === undefined) keepGuestId(newOperationKey())
  }, [signedIn, guestId, keepGuestId])
  const person = useMemo((): ChatPerson | undefined => {
    if (signedIn) return profile && memberPerson(profile)
    return guestId === undefined ? undefined : { kind: 'guest', id: guestId }
  }, [signedIn, profile, guestId])
  return { person, wallet }
}
