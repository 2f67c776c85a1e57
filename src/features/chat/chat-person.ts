import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { readToken } from '#api/token.ts'
import { memberOwner } from '#data/outbox.ts'
import { sessionAtom } from '#data/session.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { newOperationKey } from '#lib/operation-key.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { writeStored } from '#lib/storage.ts'
import { knownGuestId } from './entry/guest-id.ts'

/** Whose conversation it is. A guest's id is known to nobody else. */
export interface ChatPerson {
  kind: 'member' | 'guest'
  id: string
  /** What a member proves it by. */
  token?: string | undefined
}

export const ownerOf = ({ kind, id }: ChatPerson): string =>
  kind === 'member' ? memberOwner(id) : `guest:${id}`

/** Tells one person, and one of a member's sessions, from another. */
export const keyOf = (person: ChatPerson): string => `${ownerOf(person)} ${person.token ?? ''}`

/** The same in a call's body. */
export const whoIs = ({ kind, id }: ChatPerson) => (kind === 'member' ? { userId: id } : { guestId: id })

/** Whether this is still who is here: nothing is sent in another's name. */
export const isStillHere = ({ token }: ChatPerson): boolean => readToken() === token

function guestId(): string {
  const known = knownGuestId()
  if (known) return known
  const id = newOperationKey()
  writeStored(storageKeys.chatGuestId, id)
  return id
}

/** Who chats here; undefined while a member's id is not known yet. */
export function useChatPerson(): ChatPerson | undefined {
  const signedIn = useAtomValue(sessionAtom)
  const memberId = useQuery({ ...walletQueryOptions, enabled: signedIn }).data?.profile._id
  return useMemo(() => {
    if (!signedIn) return { kind: 'guest', id: guestId() }
    return memberId ? { kind: 'member', id: memberId, token: readToken() } : undefined
  }, [signedIn, memberId])
}
