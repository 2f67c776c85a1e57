import * as v from 'valibot'
import type { Body, Reply } from '#api/contract/call.ts'
import { customerContent } from '#api/contract/chat-content.ts'
import { type ChatMessage, type sendChatMessage, uploadChatImage } from '#api/contract/chat.ts'
import type { ReadyRequest } from '#lib/outbox/outbox-names.ts'
import type { Outbox } from '#data/outbox/outbox.ts'
import type { Queued } from '#data/outbox/outbox-entries.ts'
import { createOutboxQueue, type OutboxQueue, type QueuePorts } from '#data/outbox/outbox-queue.ts'
import type { Medium } from '../composer/attachment-rules.ts'

type Text = Body<typeof sendChatMessage>['message']
type Uploaded = Reply<typeof uploadChatImage>
type Content = Text | { medium: Medium; uploaded?: Uploaded | undefined }
type Step = 'uploading_file' | 'sending'

/** A message that the server has not confirmed yet; its id is the message's `clientId`. */
export type Waiting = Queued<Content, Step>

export interface SendingPorts extends Pick<QueuePorts<Content, Step, ChatMessage>, 'isRepeatSafe'> {
  send(clientId: string, message: Text): Promise<ChatMessage>
  upload(
    medium: Medium,
    file: Blob,
    how: { key: string | undefined; onProgress: (progress: number) => void; signal: AbortSignal },
  ): Promise<Uploaded>
  sent(message: ChatMessage): void
  /** The request of `send`, for the worker. */
  prepare(clientId: string, message: Text): ReadyRequest | undefined
  now(): number
  newId(): string
}

export interface Sending extends Omit<OutboxQueue<Content, Step>, 'add'> {
  write(message: Text | { medium: Medium; file: Blob }): Promise<void>
  /** The server has these messages: they are no longer waiting. */
  arrived(messages: readonly ChatMessage[]): void
}

const medium = v.picklist(['image', 'video'] satisfies Medium[])
const storedShape = v.union([
  customerContent,
  v.object({ medium, uploaded: v.optional(uploadChatImage.reply) }),
])

const keyLifeMs = 24 * 60 * 60_000

/** Sends chat messages; a file is uploaded once, before its message. */
export function createSending(outbox: Outbox, ports: SendingPorts): Sending {
  const { add, ...queue } = createOutboxQueue<Content, Step, ChatMessage>(outbox, {
    async deliver({ id, at, content, file }, { signal, setState, keep, once }) {
      let message = content
      if ('medium' in message) {
        const { medium } = message
        let { uploaded } = message
        if (!uploaded && file) {
          setState({ status: 'uploading_file', progress: 0 })
          uploaded = await ports.upload(medium, file, {
            // After a day the server refuses a key that it has used.
            key: ports.now() - at < keyLifeMs ? id : undefined,
            onProgress: (progress) => setState({ progress }),
            signal,
          })
          await keep({ medium, uploaded })
        }
        message = mediaMessage(medium, uploaded)
      }
      signal.throwIfAborted()
      setState({ status: 'sending' })
      const whole = message
      return once(() => ports.send(id, whole))
    },
    isRepeatSafe: () => ports.isRepeatSafe(),
    delivered: (message) => ports.sent(message),
    // A file is uploaded before its message, which only the page does.
    prepare: ({ id, content }) => ('medium' in content ? undefined : ports.prepare(id, content)),
    read(content, file) {
      const kept = v.safeParse(storedShape, content)
      if (!kept.success) return undefined
      const isLost = 'medium' in kept.output && !kept.output.uploaded && !file
      return isLost ? undefined : kept.output
    },
  })
  return {
    ...queue,
    write(message) {
      const { file, content } = 'medium' in message ? split(message) : { content: message }
      return add({ id: ports.newId(), at: ports.now(), content, ...(file && { file }) })
    },
    arrived(messages) {
      for (const { clientId } of messages) if (clientId) queue.remove(clientId)
    },
  }
}

const split = ({ medium, file }: { medium: Medium; file: Blob }) => ({ file, content: { medium } })

function mediaMessage(medium: Medium, { url = '', filePath = '' }: Partial<Uploaded> = {}): Text {
  return { message_type: 'media', payload: { message: '', url, filePath, fileType: medium } }
}
