import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { request } from '#api/client.ts'
import {
  chatHistory,
  readChat,
  sendChatMessage,
  uploadChatImage,
  uploadChatVideo,
} from '#api/contract/chat.ts'
import { sendTelling } from '#api/upload.ts'
import { refreshMoney } from '#data/act.ts'
import { beginBusy } from '#data/busy.ts'
import { type Outbox, openOutbox } from '#data/outbox.ts'
import { onSessionEnd } from '#data/session.ts'
import { handleError } from '#errors/handle-error.ts'
import { newActKey } from '#lib/act-key.ts'
import { env } from '#lib/env.ts'
import { onWake } from '#lib/wake.ts'
import { isStillHere, ownerOf, type ChatPerson, whoIs } from './chat-person.ts'
import { noteUnread } from './entry/unread-queries.ts'
import { createConversation, type Conversation } from './conversation/conversation.ts'
import { createSending, type Sending } from './outbox/sending.ts'

/** What is going on between the person here and the agents. It outlives the sheet that shows it. */
export interface ChatSession {
  person: ChatPerson
  conversation: Conversation
  sending: Sending
  /** Whether the line to the backend's events holds. */
  line: { up(): boolean; subscribe(listener: () => void): () => void }
  /** Opens the line, once. `prefix` begins the room's name. */
  connect(prefix: string): void
}

interface Opened {
  session: ChatSession
  close: () => void
}

let current: { person: ChatPerson; opened: Promise<Opened> } | undefined

/** The session of this person; another's ends. */
export async function chatSessionOf(person: ChatPerson, queryClient: QueryClient): Promise<ChatSession> {
  if (!current || !isSame(current.person, person)) {
    closeChatSession()
    const opened = openOutbox('chat', ownerOf(person)).then((outbox) => open(person, outbox, queryClient))
    current = { person, opened }
  }
  const { session } = await current.opened
  return session
}

export function closeChatSession(): void {
  void current?.opened.then(({ close }) => close())
  current = undefined
}

onSessionEnd(closeChatSession)

const isSame = (one: ChatPerson, other: ChatPerson) =>
  ownerOf(one) === ownerOf(other) && one.token === other.token
const readEvent = v.object({ seq: v.number() })
const joinAnswer = v.object({ seq: v.number() })
const askAnewMs = 30_000

function open(person: ChatPerson, outbox: Outbox, queryClient: QueryClient): Opened {
  const who = whoIs(person)
  const stops: (() => void)[] = []
  const lineListeners = new Set<() => void>()
  let up = false
  let connecting = false
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
  const sending = createSending(outbox, {
    send: (clientId, message) =>
      asPerson(() => request(sendChatMessage, { body: { ...who, clientId, message } })),
    async upload(medium, file, onPart, signal) {
      const end = beginBusy()
      try {
        const call = medium === 'image' ? uploadChatImage : uploadChatVideo
        return await asPerson(() => request(call, { file, signal, send: sendTelling(onPart) }))
      } finally {
        end()
      }
    },
    sent: (message) => conversation.add([message]),
    now: Date.now,
    newId: newActKey,
  })
  stops.push(
    conversation.subscribe(() => {
      const { messages, unread, phase } = conversation.state()
      sending.arrived(messages.slice(-50))
      if (phase === 'ready') noteUnread(queryClient, person, unread)
    }),
    onWake(() => {
      sending.poke()
      void sending.refresh()
      if (connecting) void conversation.catchUp()
    }),
  )
  const timer = setInterval(() => {
    if (connecting && document.visibilityState === 'visible') void conversation.catchUp()
  }, askAnewMs)
  stops.push(() => clearInterval(timer))

  const session: ChatSession = {
    person,
    conversation,
    sending,
    line: {
      up: () => up,
      subscribe(listener) {
        lineListeners.add(listener)
        return () => lineListeners.delete(listener)
      },
    },
    connect(prefix) {
      if (connecting) return
      connecting = true
      void conversation.catchUp()
      void import('./conversation/chat-line.ts').then(({ openLine }) => {
        if (closed) return
        const auth = person.token === undefined ? { guestId: person.id } : { token: person.token }
        const line = openLine(
          { origin: env.chatOrigin || location.origin, room: prefix + person.id, auth, onWake },
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
            up(holds) {
              up = holds
              for (const listener of lineListeners) listener()
            },
          },
        )
        stops.push(() => line.close())
      })
    },
  }
  void sending.refresh()
  const close = () => {
    closed = true
    for (const stop of stops) stop()
    sending.close()
    conversation.close()
    lineListeners.clear()
  }
  return { session, close }
}
