import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { io } from 'socket.io-client'
import * as v from 'valibot'
import type { Call } from '#api/contract/call.ts'
import { type ChatMessage, chatHistory, type JoinAnswer, sendChatMessage } from '#api/contract/chat.ts'
import { SECOND } from '../clock.ts'
import { roomOf } from './realtime.ts'

interface Options {
  origin: string
  /** The member's or guest's id. */
  id: string
  /** A member's token; a guest has none. */
  token?: string
}

const PAGE = 100
const TIMEOUT = 2 * SECOND
const RECHECK = 15 * SECOND

/** A chat client like the app's: an outbox by `clientId`, messages by `seq`, and the history for gaps. */
export function openChatClient({ origin, id, token }: Options) {
  const who = token ? { userId: id } : { guestId: id }
  const messages = new Map<number, ChatMessage>()
  const stats = { events: 0, holes: 0, resent: 0 }
  /** No message is missing up to this number. */
  let whole = 0
  let newest = 0
  let filling: Promise<void> | undefined
  const closing = new AbortController()

  async function request<C extends Call>(
    call: C,
    body: object,
  ): Promise<v.InferOutput<C['reply']> | undefined> {
    try {
      const response = await fetch(origin + call.path, {
        method: call.method,
        headers: {
          'Content-Type': 'application/json',
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT),
      })
      return response.ok ? v.parse(call.reply, await response.json()) : undefined
    } catch {
      return undefined
    }
  }

  function take(message: ChatMessage) {
    const { seq = 0 } = message
    newest = Math.max(newest, seq)
    if (!messages.has(seq)) messages.set(seq, message)
    while (messages.has(whole + 1)) whole += 1
    if (newest > whole) fill()
  }

  function fill() {
    filling ??= fillHoles().finally(() => {
      filling = undefined
      // A newer message was announced while the last gap was being filled.
      if (newest > whole && !closing.signal.aborted) fill()
    })
  }

  async function fillHoles() {
    stats.holes += 1
    while (newest > whole && !closing.signal.aborted) {
      const page = await request(chatHistory, { ...who, limit: PAGE, skip: 0, after: whole })
      for (const message of page?.messages.toReversed() ?? []) take(message)
      if (!page) await pause(20)
    }
  }

  const socket = io(origin, {
    transports: ['websocket'],
    auth: token ? { token } : { guestId: id },
    reconnectionDelay: 20,
    reconnectionDelayMax: 100,
    timeout: TIMEOUT,
    forceNew: true,
  })
  socket.on('connect', () => {
    const joined = (failed: Error | null, answer?: JoinAnswer) => {
      if (failed || !answer?.joined || answer.seq === undefined) return void socket.disconnect().connect()
      newest = Math.max(newest, answer.seq)
      if (newest > whole) fill()
    }
    socket.timeout(TIMEOUT).emit('join', roomOf(id), joined)
  })
  socket.on('messaging', (message: ChatMessage) => {
    stats.events += 1
    take(message)
  })

  // The socket does not reconnect by itself after the server disconnected or refused it.
  const checking = setInterval(() => socket.active || socket.connect(), TIMEOUT)

  // The app also checks now and then, whatever it has received.
  const recheck = async () => {
    const page = await request(chatHistory, { ...who, limit: PAGE, skip: 0, after: whole })
    for (const message of page?.messages.toReversed() ?? []) take(message)
  }
  const rechecking = setInterval(() => void recheck(), RECHECK)

  return {
    socket,
    stats,
    /** Details for investigating a missing message. */
    state: () => ({
      ...stats,
      whole,
      newest,
      isFilling: filling !== undefined,
      isConnected: socket.connected,
    }),
    /** In the order of the room. */
    shown: () => Array.from({ length: whole }, (_, index) => messages.get(index + 1)),
    /** Sends until it is answered; `twice` sends two at once, as an impatient person does. */
    async say(words: string, { twice = false } = {}) {
      const message = { message_type: 'text', payload: { text: words } }
      const body = { ...who, message, clientId: randomUUID() }
      const send = () => request(sendChatMessage, body)
      for (;;) {
        const answers = await Promise.all(twice ? [send(), send()] : [send()])
        const stored = answers.find((answer) => answer !== undefined)
        if (stored) return take(stored)
        stats.resent += 1
        await pause(10)
      }
    },
    close: () => {
      closing.abort()
      clearInterval(checking)
      clearInterval(rechecking)
      socket.disconnect()
    },
  }
}

export type ChatClient = ReturnType<typeof openChatClient>
