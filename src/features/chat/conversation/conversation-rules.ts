import type { ChatMessage } from '#api/contract/chat.ts'

/** What makes a message the same however often it comes. */
export function messageKey({ clientId, seq, sender, createdAt, message }: ChatMessage): string {
  return clientId || (seq === undefined ? `${createdAt} ${sender} ${JSON.stringify(message)}` : `#${seq}`)
}

/** The server's order: by number, or by time where it does not number. Zero means the same message. */
function compare(one: ChatMessage, other: ChatMessage): number {
  if (one.seq !== undefined && other.seq !== undefined) return one.seq - other.seq
  const [first, second] = [messageKey(one), messageKey(other)]
  if (first === second) return 0
  return Date.parse(one.createdAt) - Date.parse(other.createdAt) || (first < second ? -1 : 1)
}

/** Adds what is new, each message once, in the server's order: however often and in whatever order it comes. */
export function merge(known: readonly ChatMessage[], come: readonly ChatMessage[]): readonly ChatMessage[] {
  let merged: ChatMessage[] | undefined
  for (const message of come) {
    const list = merged ?? known
    const at = placeOf(list, message)
    const there = list[at]
    if (there && compare(there, message) === 0) continue
    merged ??= [...known]
    merged.splice(at, 0, message)
  }
  return merged ?? known
}

/** Where the message stands or would stand. Most are the newest, so the search begins at the end. */
function placeOf(list: readonly ChatMessage[], message: ChatMessage): number {
  const last = list.at(-1)
  if (!last || compare(last, message) < 0) return list.length
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = list[middle]
    if (there && compare(there, message) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The number after which something is missing between two messages; undefined where nothing is, or nothing is numbered. */
export function holeAfter(messages: readonly ChatMessage[], from = 0): number | undefined {
  for (let at = 1; at < messages.length; at += 1) {
    const [before, after] = [messages[at - 1]?.seq, messages[at]?.seq]
    if (before !== undefined && after !== undefined && before >= from && after - before > 1) return before
  }
  return undefined
}

export const isMine = ({ sender }: ChatMessage): boolean => sender === 'customer'

/** How far one has read is said by a number, or by a moment (ms) where the server does not number. */
export const markOf = ({ seq, createdAt }: ChatMessage): number => seq ?? Date.parse(createdAt)

/** How many of the others' messages came after that mark. */
export function countUnread(messages: readonly ChatMessage[], mark: number): number {
  let unread = 0
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (!message || markOf(message) <= mark) break
    if (!isMine(message)) unread += 1
  }
  return unread
}
