import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { toast } from '#ui/toast.ts'
import { keyOf, useChatPerson } from './chat-person.ts'
import { chatConfigQueryOptions } from './chat-queries.ts'
import { chatSessionAtom, openChatSession } from './chat-session.ts'

/** Opens the chat of who is here. `refused`: the backend has none for us. */
export function useChat() {
  const queryClient = useQueryClient()
  const person = useChatPerson()
  const config = useQuery(chatConfigQueryOptions)
  const opened = useAtomValue(chatSessionAtom)
  // A guest's is still open while it is not known yet which member has come.
  const session = opened && person && keyOf(opened.person) === keyOf(person) ? opened : undefined

  useEffect(() => {
    if (person) openChatSession(person, queryClient).catch(() => undefined)
  }, [person, queryClient])

  const prefix = config.data?.PREFIX
  useEffect(() => {
    if (prefix !== undefined) session?.connect(prefix)
  }, [session, prefix])

  // Without a network nothing is refused: what is written waits for it.
  const refused = config.isError && !config.data && navigator.onLine
  const refusedAt = refused ? config.errorUpdatedAt : 0
  useEffect(() => {
    if (refusedAt > 0) toast({ tone: 'coral', title: i18n._(msg`Cannot start chatting`), id: 'chat-refused' })
  }, [refusedAt])

  return { session, refused, retrying: config.isFetching, retry: () => void config.refetch() }
}
