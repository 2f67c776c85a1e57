import { type Atom, atom } from 'jotai'
import * as v from 'valibot'
import type { Body, Reply } from '#api/contract/call.ts'
import { type chatHistory, chatMessage, type ChatMessage } from '#api/contract/chat.ts'
import { store } from '#lib/store.ts'
import {
  contradicts,
  countUnread,
  gapAfter,
  isMine,
  positionOf,
  merge,
  messageKey,
} from './conversation-rules.ts'
import { createReadPosition } from './read-position.ts'

export interface ConversationState {
  /** Every known message once, in the server's order. */
  messages: readonly ChatMessage[]
  phase: 'loading' | 'ready' | 'failed'
  /** Whether there are older messages to load. */
  older: 'more' | 'loading' | 'failed' | 'none'
  unread: number
  /** The key of the first message of the first page. */
  origin?: string | undefined
}

type Query = Omit<Body<typeof chatHistory>, 'userId' | 'guestId'>

interface ConversationPorts {
  history(query: Query): Promise<Reply<typeof chatHistory>>
  /** Reports to the server how far the person has read. */
  markRead(seq: number | undefined): Promise<unknown>
}

export interface Conversation {
  stateAtom: Atom<ConversationState>
  /** Adds a message of the connection, after validation. */
  receive(raw: unknown): void
  /** Adds messages of the server's replies. */
  add(messages: readonly ChatMessage[]): void
  /** Loads the newest messages, later those that were missed. `newest` is the server's last sequence number. */
  catchUp(newest?: number): Promise<void>
  loadOlder(): Promise<void>
  /** Marks every message as read. */
  read(): void
  /** Marks messages up to this number as read on another device. */
  readElsewhere(seq: number): void
  close(): void
}

const page = 10
const catchUpPage = 50
/** The time in ms that a late message has before its place counts as a gap. */
const gapDelayMs = 400

/** A conversation that stays complete over a connection that drops, duplicates and reorders messages. */
export function createConversation({ history, markRead }: ConversationPorts): Conversation {
  const stateAtom = atom<ConversationState>({ messages: [], phase: 'loading', older: 'more', unread: 0 })
  const state = () => store.get(stateAtom)
  const readPosition = createReadPosition(() => markRead(state().messages.at(-1)?.seq))
  let closed = false
  let runningCatchUp: Promise<void> | undefined
  let needsAnother = false
  /** Gaps below this number stay: the server has no messages for them. */
  let fillableFrom = 0
  let gapTimer: ReturnType<typeof setTimeout> | undefined

  const update = (change: Partial<ConversationState>) => {
    if (!closed) store.set(stateAtom, { ...state(), ...change })
  }
  const addMessages = (received: readonly ChatMessage[], change: Partial<ConversationState> = {}) => {
    const messages = merge(state().messages, received)
    const [first] = messages
    const origin = state().origin ?? (first && messageKey(first))
    update({
      ...change,
      messages,
      unread: countUnread(messages, readPosition.upTo()),
      ...(origin && { origin }),
    })
  }

  function forget(replaced: readonly ChatMessage[]): void {
    readPosition.forget()
    fillableFrom = 0
    // What has been received meanwhile stays.
    const messages = state().messages.filter((message) => !replaced.includes(message))
    update({ messages, origin: undefined })
  }

  /** `replaced`: messages that the server's history contradicts. */
  async function readNewest(replaced: readonly ChatMessage[] = []): Promise<void> {
    const { messages, total, readSeq } = await history({ limit: page, skip: 0 })
    const [newest] = messages
    if (replaced.length > 0) forget(replaced)
    // A server whose messages have no numbers keeps no position.
    const kept = newest?.seq === undefined ? undefined : readSeq
    readPosition.begin(kept ?? (newest ? positionOf(newest) : 0))
    const isAll = isFirstPage(messages, Math.min(page, total || page))
    addMessages(messages, { phase: 'ready', older: isAll || total === messages.length ? 'none' : 'more' })
  }

  /**
   * Loads what follows the first gap's beginning, or the last message, until there is no more. That known message is asked for too:
   * if the server no longer has it, or has another in its place, its database was restored, and the conversation is loaded anew.
   */
  async function fillGaps(): Promise<void> {
    for (;;) {
      const gap = gapAfter(state().messages, fillableFrom)
      const from = gap ?? state().messages.at(-1)?.seq ?? 1
      const { messages } = await history({ limit: catchUpPage, skip: 0, after: from - 1 })
      const known = state().messages
      if (contradicts(known, messages) || messages.every(({ seq }) => seq !== from)) return readNewest(known)
      addMessages(messages)
      if (gap !== undefined && gapAfter(state().messages, fillableFrom) === gap) fillableFrom = gap + 1
      if (closed || (gap === undefined && messages.length < catchUpPage)) return
    }
  }

  /** For messages without numbers: loads pages from the newest on, until one has a known message. */
  async function readUntilKnown(): Promise<void> {
    for (let skip = 0; ; skip += page) {
      const { messages } = await history({ limit: page, skip })
      const before = state().messages
      addMessages(messages)
      if (closed || messages.length < page || state().messages.length - before.length < messages.length)
        return
    }
  }

  async function catchUpOnce(): Promise<void> {
    try {
      const newest = state().messages.at(-1)
      // A message that was just sent says nothing of those before it, nor up to where they were read.
      if (!newest || state().phase !== 'ready') await readNewest()
      else if (newest.seq === undefined) await readUntilKnown()
      else await fillGaps()
      update({ phase: 'ready' })
    } catch {
      // Retried with the next connection, wake-up or message.
      if (state().phase === 'loading') update({ phase: 'failed' })
    }
  }

  function catchUp(newest?: number): Promise<void> {
    const last = state().messages.at(-1)?.seq
    const isUpToDate =
      newest !== undefined && last === newest && gapAfter(state().messages, fillableFrom) === undefined
    if (closed || isUpToDate) return Promise.resolve()
    if (state().phase === 'failed') update({ phase: 'loading' })
    if (runningCatchUp) {
      needsAnother = true
      return runningCatchUp
    }
    runningCatchUp = catchUpOnce().finally(() => {
      runningCatchUp = undefined
      if (!needsAnother) return
      needsAnother = false
      void catchUp()
    })
    return runningCatchUp
  }

  function checkForGap(): void {
    clearTimeout(gapTimer)
    if (gapAfter(state().messages, fillableFrom) === undefined) return
    gapTimer = setTimeout(() => void catchUp(), gapDelayMs)
  }

  /** Adds single messages. The first one of an empty conversation may follow older ones, such as a guest's that were moved here. */
  function addNew(messages: readonly ChatMessage[]): void {
    // The history tells which of two messages is the server's.
    if (contradicts(state().messages, messages)) return void catchUp()
    const wasEmpty = state().messages.length === 0
    addMessages(messages)
    if (wasEmpty && (state().messages[0]?.seq ?? 1) > 1) {
      update({ older: 'more' })
      void loadOlder()
    }
    checkForGap()
  }

  async function loadOlder(): Promise<void> {
    const [first] = state().messages
    if (state().phase !== 'ready' || state().older === 'loading' || state().older === 'none') return
    update({ older: 'loading' })
    try {
      const place =
        first?.seq === undefined ? { skip: state().messages.length } : { skip: 0, before: first.seq }
      const { messages } = await history({ limit: page, ...place })
      addMessages(messages, { older: isFirstPage(messages, page) ? 'none' : 'more' })
    } catch {
      update({ older: 'failed' })
    }
  }

  return {
    stateAtom,
    receive(raw) {
      const read = v.safeParse(chatMessage, raw)
      if (!read.success) return
      // Before the newest page is loaded, this message would look like the whole conversation.
      if (state().phase !== 'ready') return void catchUp()
      addNew([read.output])
    },
    add: addNew,
    catchUp,
    loadOlder,
    read() {
      const newest = state().messages.findLast((message) => !isMine(message))
      const last = state().messages.at(-1)
      if (!newest || !last || !readPosition.read(positionOf(last), positionOf(newest))) return
      if (state().unread > 0) update({ unread: 0 })
    },
    readElsewhere(seq) {
      readPosition.readElsewhere(seq)
      update({ unread: countUnread(state().messages, readPosition.upTo()) })
    },
    close() {
      closed = true
      clearTimeout(gapTimer)
      readPosition.close()
    },
  }
}

/** Whether a page, newest first, is the oldest. Unreadable messages may be missing from it, so numbers decide if there are any. */
function isFirstPage(messages: readonly ChatMessage[], limit: number): boolean {
  const seq = messages.at(-1)?.seq
  return seq === undefined ? messages.length < limit : seq <= 1
}
