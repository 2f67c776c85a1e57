import type { QueryClient } from '@tanstack/react-query'
import { type Atom, atom } from 'jotai'
import * as v from 'valibot'
import { request } from '#api/client.ts'
import type { Body } from '#api/contract/call.ts'
import {
  chatHistory,
  readChat,
  sendChatMessage,
  uploadChatImage,
  uploadChatVideo,
} from '#api/contract/chat.ts'
import { fetchWithUploadProgress } from '#api/fetch-with-upload-progress.ts'
import { refreshMoney } from '#data/refresh-money.ts'
import { beginBusy } from '#data/busy.ts'
import { openedPerPerson } from '#data/opened-per-person.ts'
import { type Outbox, openOutbox } from '#data/outbox.ts'
import { handleError } from '#errors/handle-error.ts'
import { hasExtension } from '#lib/api-extensions.ts'
import { newOperationKey } from '#lib/operation-key.ts'
import { env } from '#lib/env.ts'
import { store } from '#lib/store.ts'
import { onWake } from '#lib/wake.ts'
import { isStillHere, keyOf, ownerOf, type ChatPerson, whoIs, writerOf } from './chat-person.ts'
import { noteUnread } from './entry/unread-queries.ts'
import { createConversation, type Conversation } from './conversation/conversation.ts'
import type { openChatConnection } from './conversation/chat-connection.ts'
import { createSending, type Sending } from './outbox/sending.ts'

/** What is going on between the person here and the agents. It outlives the sheet that shows it. */
export interface ChatSession {
  person: ChatPerson
  conversation: Conversation
  sending: Sending
  /** Whether the line to the backend's events holds. */
  connectedAtom: Atom<boolean>
  /** Opens the line, once. `prefix` begins the room's name. */
  connect(prefix: string): void
  close(): void
}

const { openedAtom, open } = openedPerPerson<ChatSession>()

export const chatSessionAtom: Atom<ChatSession | undefined> = openedAtom

/** The session of this person; another's ends. */
export const openChatSession = (person: ChatPerson, queryClient: QueryClient): Promise<ChatSession> =>
  open(keyOf(person), async () =>
    createChatSession(person, await openOutbox('chat', ownerOf(person)), queryClient),
  )

const readEvent = v.object({ seq: v.number() })
const joinAnswer = v.object({ seq: v.number() })
const recheckMs = 30_000

function createChatSession(person: ChatPerson, outbox: Outbox, queryClient: QueryClient): ChatSession {
  const who = whoIs(person)
  const stops: (() => void)[] = []
  const connectedAtom = atom(false)
  let room: string | undefined
  let line: Promise<void> | undefined
  let closed = false

  /** Every call of this session is made as this person or not at all. */
  const asPerson = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!isStillHere(person)) throw new Error('Somebody else is here')
    try {
      return await call()
    } catch (error) {
      handleError(error, { quiet: true })
      throw error
    }
  }

  const conversation = createConversation({
    history: (query) => asPerson(() => request(chatHistory, { body: { ...who, ...query } })),
    markRead: (seq) => asPerson(() => request(readChat, { body: { ...who, ...(seq && { seq }) } })),
  })
  /** The whole message but for its time: not every backend knows its writer by the token. */
  const bodyOf = (clientId: string, message: Body<typeof sendChatMessage>['message']) => {
    const { session_id } = store.get(conversation.stateAtom).messages.at(-1) ?? {}
    return { ...writerOf(person), ...(session_id && { session_id }), clientId, message }
  }
  const sending = createSending(outbox, {
    send: (clientId, message) =>
      asPerson(() => request(sendChatMessage, { body: bodyOf(clientId, message) })),
    async upload(medium, file, onPart, signal) {
      const end = beginBusy()
      try {
        const call = medium === 'image' ? uploadChatImage : uploadChatVideo
        return await asPerson(() => request(call, { file, signal, fetch: fetchWithUploadProgress(onPart) }))
      } finally {
        end()
      }
    },
    isRepeatSafe: () => hasExtension('client-id'),
    sent: (message) => conversation.add([message]),
    now: Date.now,
    newId: newOperationKey,
  })
  stops.push(
    store.sub(conversation.stateAtom, () => {
      const { messages, unread, phase } = store.get(conversation.stateAtom)
      sending.arrived(messages.slice(-50))
      if (phase === 'ready') noteUnread(queryClient, person, unread)
    }),
    onWake(() => {
      sending.poke()
      void sending.refresh()
      catchUp()
    }),
  )
  const timer = setInterval(() => document.visibilityState === 'visible' && catchUp(), recheckMs)
  stops.push(() => clearInterval(timer))

  /** Asks for what was missed, once the room is known. A line that could not be opened is tried again. */
  function catchUp(): void {
    if (room === undefined) return
    void conversation.catchUp()
    line ??= joinRoom(room).catch(() => {
      line = undefined
    })
  }

  async function joinRoom(name: string): Promise<void> {
    // Undefined where the file is missing, and an update is looked for in place of an error.
    const chunk: { openChatConnection: typeof openChatConnection } | undefined = await import(
      /* online only */ './conversation/chat-connection.ts'
    )
    if (!chunk) throw new Error('No line')
    if (closed) return
    const auth = person.token === undefined ? { guestId: person.id } : { token: person.token }
    const opened = chunk.openChatConnection(
      { origin: env.chatOrigin || location.origin, room: name, auth, onWake },
      {
        joined(answer) {
          const read = v.safeParse(joinAnswer, answer)
          void conversation.catchUp(read.success ? read.output.seq : undefined)
          sending.poke()
        },
        message: (message) => conversation.receive(message),
        read(event) {
          const read = v.safeParse(readEvent, event)
          if (read.success) conversation.readElsewhere(read.output.seq)
        },
        wallet: () => refreshMoney(queryClient),
        up: (holds) => store.set(connectedAtom, holds),
        // Where the session is over, the answer leads to the sign-in.
        hungUp: catchUp,
      },
    )
    stops.push(() => opened.close())
  }

  void sending.refresh()
  return {
    person,
    conversation,
    sending,
    connectedAtom,
    connect(prefix) {
      if (room !== undefined) return
      room = prefix + person.id
      catchUp()
    },
    close() {
      closed = true
      for (const stop of stops) stop()
      sending.close()
      conversation.close()
    },
  }
}
