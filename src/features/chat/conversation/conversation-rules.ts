import type { ChatMessage } from '#api/contract/chat.ts'

/** The identity of a message, however often it is received. */
export function messageKey({ clientId, seq, sender, createdAt, message }: ChatMessage): string {
  return clientId || (seq === undefined ? `${createdAt} ${sender} ${JSON.stringify(message)}` : `#${seq}`)
}

/** The server's order: by sequence number, or by time if there is none. Zero means the same message. */
function compare(one: ChatMessage, other: ChatMessage): number {
  if (one.seq !== undefined && other.seq !== undefined) return one.seq - other.seq
  const [first, second] = [messageKey(one), messageKey(other)]
  if (first === second) return 0
  return Date.parse(one.createdAt) - Date.parse(other.createdAt) || (first < second ? -1 : 1)
}

/** Adds new messages, each once and in the server's order, however often and in whatever order they are received. */
export function merge(
  known: readonly ChatMessage[],
  received: readonly ChatMessage[],
): readonly ChatMessage[] {
  let merged: ChatMessage[] | undefined
  for (const message of received) {
    const list = merged ?? known
    const at = insertIndex(list, message)
    const there = list[at]
    if (there && compare(there, message) === 0) continue
    merged ??= [...known]
    merged.splice(at, 0, message)
  }
  return merged ?? known
}

/** The index of the message or of its place. Most messages are the newest, so the end is checked first. */
function insertIndex(list: readonly ChatMessage[], message: ChatMessage): number {
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

/** Whether a known number was received under another id: the server's database was restored to an earlier moment. */
export const contradicts = (known: readonly ChatMessage[], received: readonly ChatMessage[]): boolean =>
  received.some((message) => {
    const there = known[insertIndex(known, message)]
    return (
      message.seq !== undefined &&
      there?.seq === message.seq &&
      Boolean(there.clientId && message.clientId) &&
      there.clientId !== message.clientId
    )
  })

/** The sequence number after which messages are missing; undefined without a gap or without numbers. */
export function gapAfter(messages: readonly ChatMessage[], from = 0): number | undefined {
  for (let at = 1; at < messages.length; at += 1) {
    const [before, after] = [messages[at - 1]?.seq, messages[at]?.seq]
    if (before !== undefined && after !== undefined && before >= from && after - before > 1) return before
  }
  return undefined
}

export const isMine = ({ sender }: ChatMessage): boolean => sender === 'customer'

/** A position for what was read: the sequence number, or the time in ms if there is none. */
export const positionOf = ({ seq, createdAt }: ChatMessage): number => seq ?? Date.parse(createdAt)

/** The number of the agents' messages after that position. */
export function countUnread(messages: readonly ChatMessage[], position: number): number {
  let unread = 0
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (!message || positionOf(message) <= position) break
    if (!isMine(message)) unread += 1
  }
  return unread
}
