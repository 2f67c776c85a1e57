import type { ChatMessage } from '#api/contract/chat.ts'
import { isMine, messageKey } from '../conversation/conversation-rules.ts'
import type { Waiting } from '../outbox/sending.ts'

/** One row of the conversation: a message from the server, or one that waits to be sent. */
export interface Row {
  key: string
  message?: ChatMessage
  waiting?: Waiting
  /** The first message of a new session. */
  opensSession: boolean
  /** Shows its time, because the next message is somebody else's or much later. */
  showsTime: boolean
}

const timeGapMs = 3 * 60_000
const rowsPerBlock = 25

export function rowsOf(messages: readonly ChatMessage[], waiting: readonly Waiting[]): Row[] {
  const rows = messages.map((message, at): Row => {
    const [before, next] = [messages[at - 1], messages[at + 1]]
    return {
      key: messageKey(message),
      message,
      opensSession: before !== undefined && before.session_id !== message.session_id,
      showsTime: next === undefined || isBreak(message, next),
    }
  })
  const there = new Set(messages.slice(-100).map((message) => messageKey(message)))
  const going = waiting.filter(({ id }) => !there.has(id))
  for (const one of going) {
    rows.push({ key: one.id, waiting: one, opensSession: false, showsTime: true })
  }
  return rows
}

function isBreak(message: ChatMessage, next: ChatMessage): boolean {
  return (
    isMine(message) !== isMine(next) ||
    message.session_id !== next.session_id ||
    Date.parse(next.createdAt) - Date.parse(message.createdAt) > timeGapMs
  )
}

interface Block {
  id: number
  rows: Row[]
}

/**
 * Groups rows in blocks whose borders do not move when older messages are loaded above: they are counted from the row that was
 * loaded first (`origin`).
 */
export function blocksOf(rows: readonly Row[], origin: string | undefined): Block[] {
  const from = Math.max(
    0,
    rows.findIndex(({ key }) => key === origin),
  )
  const blocks: Block[] = []
  rows.forEach((row, at) => {
    const id = Math.floor((at - from) / rowsPerBlock)
    const last = blocks.at(-1)
    if (last?.id === id) last.rows.push(row)
    else blocks.push({ id, rows: [row] })
  })
  return blocks
}
