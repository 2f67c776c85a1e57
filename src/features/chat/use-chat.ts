import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from '#ui/toast.ts'
import { useChatPerson } from './chat-person.ts'
import { chatConfigQueryOptions } from './chat-queries.ts'
import { type ChatSession, chatSessionOf } from './chat-session.ts'

/** Opens the chat of who is here. `refused`: the backend has none for us. */
export function useChat() {
  const queryClient = useQueryClient()
  const person = useChatPerson()
  const config = useQuery(chatConfigQueryOptions)
  const [session, setSession] = useState<ChatSession>()

  useEffect(() => {
    if (!person) return
    let left = false
    void chatSessionOf(person, queryClient).then((opened) => {
      if (!left) setSession(opened)
    })
    return () => {
      left = true
      setSession(undefined)
    }
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

export const useConversation = ({ conversation }: ChatSession) =>
  useSyncExternalStore(conversation.subscribe, conversation.state)

export const useWaiting = ({ sending }: ChatSession) =>
  useSyncExternalStore(sending.subscribe, sending.waiting)

export const useLineUp = ({ line }: ChatSession) => useSyncExternalStore(line.subscribe, line.up)
