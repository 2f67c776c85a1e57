import { type Atom, atom } from 'jotai'
import * as v from 'valibot'
import type { Body, Reply } from '#api/contract/call.ts'
import { type chatHistory, chatMessage, type ChatMessage } from '#api/contract/chat.ts'
import { store } from '#lib/store.ts'
import { countUnread, holeAfter, isMine, markOf, merge, messageKey } from './conversation-rules.ts'

export interface ConversationState {
  /** In the server's order, each once. */
  messages: readonly ChatMessage[]
  phase: 'loading' | 'ready' | 'failed'
  /** Whether there is more to read further up. */
  older: 'more' | 'loading' | 'failed' | 'none'
  unread: number
  /** The key of the message that was the first one at first. */
  origin?: string
}

type Query = Omit<Body<typeof chatHistory>, 'userId' | 'guestId'>

export interface ConversationPorts {
  history(query: Query): Promise<Reply<typeof chatHistory>>
  /** Tells the server how far was read. */
  markRead(seq: number | undefined): Promise<unknown>
}

export interface Conversation {
  stateAtom: Atom<ConversationState>
  /** Takes what came over the line, in whatever state it came. */
  receive(raw: unknown): void
  /** Takes messages that the server gave in answer. */
  add(messages: readonly ChatMessage[]): void
  /** Asks for what was missed; at first, for the newest. `newest`: the number that the server is at. */
  catchUp(newest?: number): Promise<void>
  loadOlder(): Promise<void>
  /** Everything that has come was seen. */
  read(): void
  /** It was seen elsewhere up to this number. */
  readElsewhere(seq: number): void
  close(): void
}

const page = 10
const catchUpPage = 50
const readAfterMs = 1000
/** A message that is late is given this long before its place counts as a hole. */
const latenessMs = 400

/** What was said between a person and the agents, kept whole over a line that drops, doubles and reorders. */
export function createConversation({ history, markRead }: ConversationPorts): Conversation {
  const stateAtom = atom<ConversationState>({ messages: [], phase: 'loading', older: 'more', unread: 0 })
  const state = () => store.get(stateAtom)
  let mark = 0
  let told = 0
  let closed = false
  let catching: Promise<void> | undefined
  let again = false
  /** Below this number holes stay: the server has nothing for them. */
  let holesFrom = 0
  let holeTimer: ReturnType<typeof setTimeout> | undefined
  let readTimer: ReturnType<typeof setTimeout> | undefined

  const become = (change: Partial<ConversationState>) => {
    if (!closed) store.set(stateAtom, { ...state(), ...change })
  }
  const take = (come: readonly ChatMessage[], change: Partial<ConversationState> = {}) => {
    const messages = merge(state().messages, come)
    const [first] = messages
    const origin = state().origin ?? (first && messageKey(first))
    become({ ...change, messages, unread: countUnread(messages, mark), ...(origin && { origin }) })
  }

  async function readNewest(): Promise<void> {
    const { messages, total, readSeq } = await history({ limit: page, skip: 0 })
    const [newest] = messages
    if (mark === 0 && newest) mark = newest.seq === undefined ? markOf(newest) : (readSeq ?? newest.seq)
    told = mark
    const isAll = isFirstPage(messages, Math.min(page, total || page))
    take(messages, { phase: 'ready', older: isAll || total === messages.length ? 'none' : 'more' })
  }

  /** From the first hole on, or after the last message, until nothing more comes. */
  async function fill(): Promise<void> {
    for (;;) {
      const hole = holeAfter(state().messages, holesFrom)
      const after = hole ?? state().messages.at(-1)?.seq ?? 0
      const { messages } = await history({ limit: catchUpPage, skip: 0, after })
      take(messages)
      if (hole !== undefined && holeAfter(state().messages, holesFrom) === hole) holesFrom = hole + 1
      if (closed || (hole === undefined && messages.length < catchUpPage)) return
    }
  }

  /** Where messages have no numbers: newest pages, until one holds nothing new. */
  async function overlap(): Promise<void> {
    for (let skip = 0; ; skip += page) {
      const { messages } = await history({ limit: page, skip })
      const before = state().messages
      take(messages)
      if (closed || messages.length < page || state().messages.length - before.length < messages.length)
        return
    }
  }

  async function catchUpOnce(): Promise<void> {
    try {
      const newest = state().messages.at(-1)
      if (!newest) await readNewest()
      else if (newest.seq === undefined) await overlap()
      else await fill()
      become({ phase: 'ready' })
    } catch {
      // Asked again with the next connection, look or message.
      if (state().phase === 'loading') become({ phase: 'failed' })
    }
  }

  function catchUp(newest?: number): Promise<void> {
    const last = state().messages.at(-1)?.seq
    const isWhole =
      newest !== undefined && last === newest && holeAfter(state().messages, holesFrom) === undefined
    if (closed || isWhole) return Promise.resolve()
    if (state().phase === 'failed') become({ phase: 'loading' })
    if (catching) {
      again = true
      return catching
    }
    catching = catchUpOnce().finally(() => {
      catching = undefined
      if (!again) return
      again = false
      void catchUp()
    })
    return catching
  }

  function lookForHoles(): void {
    clearTimeout(holeTimer)
    if (holeAfter(state().messages, holesFrom) === undefined) return
    holeTimer = setTimeout(() => void catchUp(), latenessMs)
  }

  /** Messages that came one by one. The first of an empty conversation may have others before it, as a guest's that were moved here. */
  function takeNew(messages: readonly ChatMessage[]): void {
    const wasEmpty = state().messages.length === 0
    take(messages)
    if (wasEmpty && (state().messages[0]?.seq ?? 1) > 1) {
      become({ older: 'more' })
      void loadOlder()
    }
    lookForHoles()
  }

  async function loadOlder(): Promise<void> {
    const [first] = state().messages
    if (state().phase !== 'ready' || state().older === 'loading' || state().older === 'none') return
    become({ older: 'loading' })
    try {
      const place =
        first?.seq === undefined ? { skip: state().messages.length } : { skip: 0, before: first.seq }
      const { messages } = await history({ limit: page, ...place })
      take(messages, { older: isFirstPage(messages, page) ? 'none' : 'more' })
    } catch {
      become({ older: 'failed' })
    }
  }

  function tellRead(): void {
    const [seq, upTo] = [state().messages.at(-1)?.seq, mark]
    markRead(seq).then(
      () => {
        told = Math.max(told, upTo)
      },
      () => undefined,
    )
  }

  return {
    stateAtom,
    receive(raw) {
      const read = v.safeParse(chatMessage, raw)
      if (!read.success) return
      // Before the newest page is there, it would look as if this were all.
      if (state().phase !== 'ready') return void catchUp()
      takeNew([read.output])
    },
    add: takeNew,
    catchUp,
    loadOlder,
    read() {
      const newest = state().messages.findLast((message) => !isMine(message))
      const last = state().messages.at(-1)
      if (!newest || !last || markOf(newest) <= told) return
      mark = Math.max(mark, markOf(last))
      if (state().unread > 0) become({ unread: 0 })
      clearTimeout(readTimer)
      readTimer = setTimeout(tellRead, readAfterMs)
    },
    readElsewhere(seq) {
      mark = Math.max(mark, seq)
      told = Math.max(told, seq)
      become({ unread: countUnread(state().messages, mark) })
    },
    close() {
      closed = true
      clearTimeout(holeTimer)
      clearTimeout(readTimer)
    },
  }
}

/** Whether nothing is older than these, newest first. A page may lack what could not be read: then the numbers tell. */
function isFirstPage(messages: readonly ChatMessage[], limit: number): boolean {
  const seq = messages.at(-1)?.seq
  return seq === undefined ? messages.length < limit : seq <= 1
}
