import type { QueryClient } from '@tanstack/react-query'
import { type Atom, atom } from 'jotai'
import * as v from 'valibot'
import { request } from '#api/client.ts'
import { readyRequest } from '#api/ready-request.ts'
import type { Body } from '#api/contract/call.ts'
import {
  chatHistory,
  readChat,
  sendChatMessage,
  uploadChatImage,
  uploadChatVideo,
} from '#api/contract/chat.ts'
import { fetchWithUploadProgress } from '#api/fetch-with-upload-progress.ts'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { beginBusy } from '#data/session/busy.ts'
import { openedPerPerson } from '#data/session/opened-per-person.ts'
import { type Outbox, openOutbox } from '#data/outbox/outbox.ts'
import { handleError } from '#errors/handle-error.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { env } from '#lib/env.ts'
import { store } from '#lib/store.ts'
import { onWake } from '#lib/device/wake.ts'
import {
  isCurrentPerson,
  personKey,
  outboxOwner,
  type ChatPerson,
  personIds,
  senderFields,
} from './chat-person.ts'
import { setUnread } from './entry/unread-queries.ts'
import { createConversation, type Conversation } from './conversation/conversation.ts'
import { createSending, type Sending } from './outbox/sending.ts'

/** The open chat of one person. It outlives the sheet that shows it. */
export interface ChatSession {
  person: ChatPerson
  conversation: Conversation
  sending: Sending
  /** Whether the realtime connection is up. */
  connectedAtom: Atom<boolean>
  /** Opens the realtime connection, once. `prefix` is that of the room's name. */
  connect(prefix: string): void
  close(): void
}

const { openedAtom, open } = openedPerPerson<ChatSession>()

export const chatSessionAtom: Atom<ChatSession | undefined> = openedAtom

/** Opens this person's session, and closes another's. */
export const openChatSession = (person: ChatPerson, queryClient: QueryClient): Promise<ChatSession> =>
  open(personKey(person), async () =>
    createChatSession(person, await openOutbox('chat', outboxOwner(person)), queryClient),
  )

const readEvent = v.object({ seq: v.number() })
const joinReply = v.object({ seq: v.number() })
const recheckMs = 30_000

function createChatSession(person: ChatPerson, outbox: Outbox, queryClient: QueryClient): ChatSession {
  const who = personIds(person)
  const stops: (() => void)[] = []
  const connectedAtom = atom(false)
  let room: string | undefined
  let connection: Promise<void> | undefined
  let closed = false

  /** Makes a call only while this person is the current one. */
  const asPerson = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!isCurrentPerson(person)) throw new Error('Another person is signed in')
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
  /** The message's body without its time. It names the sender, because not every backend knows them by the token. */
  const bodyOf = (clientId: string, message: Body<typeof sendChatMessage>['message']) => {
    const { session_id } = store.get(conversation.stateAtom).messages.at(-1) ?? {}
    return { ...senderFields(person), ...(session_id && { session_id }), clientId, message }
  }
  const sending = createSending(outbox, {
    send: (clientId, message) =>
      asPerson(() => request(sendChatMessage, { body: bodyOf(clientId, message) })),
    async upload(medium, file, { key, onProgress, signal }) {
      const end = beginBusy()
      try {
        const call = medium === 'image' ? uploadChatImage : uploadChatVideo
        return await asPerson(() =>
          request(call, { file, ...(key && { key }), signal, fetch: fetchWithUploadProgress(onProgress) }),
        )
      } finally {
        end()
      }
    },
    isRepeatSafe: () => hasExtension('client-id'),
    prepare: (clientId, message) =>
      isCurrentPerson(person)
        ? readyRequest(sendChatMessage, { body: bodyOf(clientId, message) })
        : undefined,
    sent: (message) => conversation.add([message]),
    now: Date.now,
    newId: newOperationKey,
  })
  stops.push(
    store.sub(conversation.stateAtom, () => {
      const { messages, unread, phase } = store.get(conversation.stateAtom)
      sending.arrived(messages.slice(-50))
      if (phase === 'ready') setUnread(queryClient, person, unread)
    }),
    onWake(() => {
      sending.poke()
      void sending.refresh()
      catchUp()
    }),
  )
  const timer = setInterval(() => document.visibilityState === 'visible' && catchUp(), recheckMs)
  stops.push(() => clearInterval(timer))

  /** Loads missed messages, once the room is known, and retries a connection that failed to open. */
  function catchUp(): void {
    if (room === undefined) return
    void conversation.catchUp()
    connection ??= joinRoom(room).catch(() => {
      connection = undefined
    })
  }

  async function joinRoom(name: string): Promise<void> {
    const { openChatConnection } = await import('./conversation/chat-connection.ts')
    if (closed) return
    const auth = person.token === undefined ? { guestId: person.id } : { token: person.token }
    const opened = openChatConnection(
      { origin: env.chatOrigin || location.origin, room: name, auth, onWake },
      {
        joined(reply) {
          const read = v.safeParse(joinReply, reply)
          void conversation.catchUp(read.success ? read.output.seq : undefined)
          sending.poke()
        },
        message: (message) => conversation.receive(message),
        read(event) {
          const read = v.safeParse(readEvent, event)
          if (read.success) conversation.readElsewhere(read.output.seq)
        },
        wallet: () => refreshMoney(queryClient),
        connected: (isConnected) => store.set(connectedAtom, isConnected),
        // If the session has ended, the reply leads to the sign-in.
        closedByServer: catchUp,
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
