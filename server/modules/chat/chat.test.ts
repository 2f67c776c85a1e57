import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Body } from '#api/contract/call.ts'
import {
  chatConfig,
  chatHistory,
  readChat,
  sendChatMessage,
  uploadChatImage,
  uploadChatVideo,
} from '#api/contract/chat.ts'
import { HOUR } from '../../clock.ts'
import { chatReads } from '../../database/schema/chat.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { type House, openHouse, OPENING, refused } from '../test-house.ts'

type Written = Body<typeof sendChatMessage>

const text = (words: string, more: Partial<Written> = {}): Written => ({
  message: { message_type: 'text', payload: { text: words } },
  ...more,
})

describeOnEach('chat', (open) => {
  let house: House
  beforeAll(async () => {
    house = await openHouse(open)
  }, OPENING)

  test('a member\u2019s message is stored once by its own id, and comes back newest first', async () => {
    const { id, ask } = await house.newMember()
    expect((await ask(chatConfig)).body.PREFIX).not.toBe('')
    const clientId = randomUUID()
    const first = await ask(sendChatMessage, { body: text('hello', { clientId, userId: id }) })
    expect(first.body).toMatchObject({ sender: 'customer', userId: id, clientId })
    const again = await ask(sendChatMessage, { body: text('hello', { clientId, userId: id }) })
    expect(again.body).toEqual(first.body)
    await ask(sendChatMessage, { body: text('second') })
    const page = await ask(chatHistory, { body: { userId: id, limit: 1, skip: 0 } })
    expect(page.body).toMatchObject({ total: 2, messages: [{ message: { payload: { text: 'second' } } }] })
  })

  test('a long silence begins a new conversation', async () => {
    const { ask } = await house.newMember()
    const session = async () => (await ask(sendChatMessage, { body: text('hi') })).body.session_id
    const first = await session()
    expect(await session()).toBe(first)
    house.clock.advance(HOUR)
    expect(await session()).not.toBe(first)
  })

  test('nobody reads or writes as somebody else', async () => {
    const { id } = await house.newMember()
    const stranger = await house.newMember()
    const visitor = await house.client()
    const page = { limit: 10, skip: 0 }
    expect(await stranger.ask(chatHistory, { body: { userId: id, ...page } })).toMatchObject(
      refused('UNAUTHORIZED', 403),
    )
    expect(await visitor(chatHistory, { body: { userId: id, ...page } })).toMatchObject(
      refused('UNAUTHORIZED', 401),
    )
    expect(await visitor(chatHistory, { body: { guestId: id, ...page } })).toMatchObject(
      refused('KEY_INVALID'),
    )
    expect(await visitor(sendChatMessage, { body: text('hi', { userId: id }) })).toMatchObject(
      refused('UNAUTHORIZED', 401),
    )
    const forged = await stranger.ask(sendChatMessage, { body: text('hi', { sender: 'agent' }) })
    expect(forged.body.sender).toBe('customer')
  })

  test('a guest has a conversation of his own, and the agent answers in it', async () => {
    const visitor = await house.client()
    const guestId = randomUUID()
    await visitor(sendChatMessage, { body: text('<b>help</b>', { guestId }) })
    const console = await (await house.app.request('/sandbox/chat')).text()
    expect(console).toContain('&lt;b&gt;help&lt;/b&gt;')
    await house.press('/chat', { room: guestId, text: 'How can we help?' })
    const { body } = await visitor(chatHistory, { body: { guestId, limit: 10, skip: 0 } })
    expect(body.messages.map(({ sender }) => sender)).toEqual(['agent', 'customer'])
    expect((await visitor(readChat, { body: { guestId } })).body).toEqual({ message: 'OK' })
    expect((await house.db.select().from(chatReads)).map(({ room }) => room)).toContain(guestId)
  })

  test('uploads are what their bytes are', async () => {
    const { ask } = await house.newMember()
    const gif = new File(['GIF89a...'], 'a.exe')
    const film = new File([new Uint8Array([0, 0, 0, 24]), 'ftypisom....'], 'film.mp4')
    expect((await ask(uploadChatImage, { file: gif })).body).toMatchObject({ fileType: 'image' })
    expect((await ask(uploadChatVideo, { file: film })).body).toMatchObject({ fileType: 'video' })
    expect(await ask(uploadChatVideo, { file: gif })).toMatchObject(refused('SLIP_INVALID_FILE'))
    expect(await ask(uploadChatImage)).toMatchObject(refused('SLIP_NO_FILE'))
    const tooLong = await ask(sendChatMessage, { body: text('x'.repeat(2001)) })
    expect(tooLong).toMatchObject(refused('KEY_INVALID'))
  })
})
