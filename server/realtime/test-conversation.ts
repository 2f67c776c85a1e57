import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { readContent } from '#api/contract/chat-content.ts'
import type { Database } from '../database/database.ts'
import { chatMessages } from '../database/schema/chat.ts'
import { writeSetting } from '../database/settings.ts'
import type { ChatClient } from './test-chat-client.ts'
import { createRandom } from './test-fault-proxy.ts'

/** One client of the conversation, and the prefix of its messages. */
export interface Speaker {
  name: string
  room: string
  client: ChatClient
}

/** Lets everybody say as much as they like: speakers are one member, and guests of one address. */
export const allowTalk = (db: Database) =>
  writeSetting(db, 'chat', {
    memberPerHour: 1e6,
    visitorsPerMinute: 1e6,
    visitorsPerHour: 1e6,
    newVisitorsPerHour: 1e6,
  })

/** Every speaker sends so many messages, one after the other; now and then one twice at once. */
export async function speakAll(speakers: readonly Speaker[], each: number, said?: (all: number) => void) {
  const random = createRandom(7)
  let all = 0
  const speak = async ({ client, name }: Speaker) => {
    for (let count = 0; count < each; count += 1) {
      await client.say(`${name}:${count}`, { twice: random() < 0.1 })
      all += 1
      said?.(all)
    }
  }
  await Promise.all(speakers.map(speak))
}

/** Every message is stored once, in its sender's order, and each client shows its room's messages exactly as stored. */
export async function expectWhole(db: Database, speakers: readonly Speaker[], each: number) {
  for (const { room, name, client } of speakers) {
    const stored = await db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.room, room))
      .orderBy(asc(chatMessages.seq))
    const words = stored.map(({ message }) => wordsOf(message))
    const writers = speakers.filter((other) => other.room === room).length
    expect(stored.map(({ seq }) => seq)).toEqual(numbersTo(writers * each))
    expect(words.filter((said) => said.startsWith(`${name}:`))).toEqual(
      numbersTo(each).map((count) => `${name}:${count - 1}`),
    )
    await expect.poll(() => client.state()).toMatchObject({ whole: stored.length })
    expect(client.shown().map((message) => message && wordsOf(message.message))).toEqual(words)
  }
}

const numbersTo = (max: number) => Array.from({ length: max }, (_, index) => index + 1)

const wordsOf = (message: { message_type: string; payload: Record<string, unknown> }) => {
  const { payload } = readContent(message)
  return 'text' in payload ? payload.text : ''
}
