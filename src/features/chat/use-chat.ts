import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { toApiError } from '#api/api-error.ts'
import { toast } from '#ui/message/toast.ts'
import { personKey, useChatPerson } from './chat-person.ts'
import { chatConfigQueryOptions } from './chat-queries.ts'
import { chatSessionAtom, openChatSession } from './chat-session.ts'

/**
 * Opens the chat of the current person. `refused`: the backend offers no chat. `isUnknown`: who the member is could not be
 * loaded. `queries` are what it starts with.
 */
export function useChat() {
  const queryClient = useQueryClient()
  const { person, wallet } = useChatPerson()
  const config = useQuery(chatConfigQueryOptions)
  const opened = useAtomValue(chatSessionAtom)
  // A guest's session is still open until the signed-in member is known.
  const session = opened && person && personKey(opened.person) === personKey(person) ? opened : undefined

  useEffect(() => {
    if (person) openChatSession(person, queryClient).catch(() => undefined)
  }, [person, queryClient])

  const prefix = config.data?.PREFIX
  useEffect(() => {
    if (prefix !== undefined) session?.connect(prefix)
  }, [session, prefix])

  // No answer is not a refusal: messages wait for the network.
  const isUnanswered = ['offline', 'timeout'].includes(toApiError(config.error).kind)
  const refused = config.isError && !config.data && !isUnanswered
  const refusedAt = refused ? config.errorUpdatedAt : 0
  useEffect(() => {
    if (refusedAt > 0) toast({ tone: 'coral', title: i18n._(msg`Cannot start chatting`), id: 'chat-refused' })
  }, [refusedAt])

  return {
    session,
    refused,
    isUnknown: !person && wallet.isError,
    queries: person ? [config] : [config, wallet],
  }
}
