import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { beforeAll, expect, test } from 'vitest'
import type { Body } from '#api/contract/call.ts'
import {
  chatConfig,
  chatHistory,
  claimGuestChat,
  readChat,
  sendChatMessage,
  uploadChatImage,
  uploadChatVideo,
} from '#api/contract/chat.ts'
import { HOUR, later, SECOND } from '../../clock.ts'
import { filmBox, filmOf, gifOf } from '../../files/test-pictures.ts'
import { operations } from '../../database/schema/access.ts'
import { chatRooms } from '../../database/schema/chat.ts'
import { describeOnOne } from '../../database/test-database.ts'
import type { Client } from '../../http/test-app.ts'
import { type TestServer, openTestServer, refused } from '../test-server.ts'
import { writeMessage } from './chat-service.ts'

type Written = Body<typeof sendChatMessage>

const text = (words: string, more: Partial<Written> = {}): Written => ({
  message: { message_type: 'text', payload: { text: words } },
  ...more,
})
const newest = { limit: 10, skip: 0 }

describeOnOne('chat', (open, kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const seqsOf = async (request: Client, page: Partial<Body<typeof chatHistory>>) => {
    const { body } = await request(chatHistory, { body: { ...newest, ...page } })
    return body.messages.map(({ seq }) => seq)
  }

  test('a message sent twice is stored and broadcast once, and answered with the stored one', async () => {
    const { id, request } = await server.newMember()
    expect((await request(chatConfig)).body.PREFIX).not.toBe('')
    const clientId = randomUUID()
    const first = await request(sendChatMessage, { body: text('hello', { clientId, userId: id }) })
    expect(first.body).toMatchObject({ sender: 'customer', userId: id, clientId, seq: 1 })
    const repeats = Array.from({ length: 5 }, () =>
      request(sendChatMessage, { body: text('hello again', { clientId }) }),
    )
    for (const { body } of await Promise.all(repeats)) expect(body).toEqual(first.body)
    expect(server.sentMessages.filter(({ room }) => room === id)).toEqual([{ room: id, message: first.body }])
    expect((await request(chatHistory, { body: newest })).body).toMatchObject({ total: 1 })
  })

  test('a guest’s name that cannot be a person’s is left out; a member’s message does not depend on the stored one', async () => {
    const bad = ['\u200B', '\u202E0812345678', '\u0007\u001B]0;x', `e${'\u0301'.repeat(150)}`]
    const guest = await server.client()
    const guestId = randomUUID()
    for (const name of bad)
      expect(await guest(sendChatMessage, { body: text('hello', { guestId, name }) })).toMatchObject({
        status: 200,
        body: { name: '' },
      })
    const named = await guest(sendChatMessage, { body: text('hello', { guestId, name: ' สมชาย ' }) })
    expect(named.body.name).toBe('สมชาย')
    for (const name of bad) {
      const { request } = await server.newMember({ name })
      const sent = await request(sendChatMessage, { body: text('hello', { name }) })
      expect(sent).toMatchObject({ status: 200, body: { name } })
    }
  })

  test('messages that arrive together are numbered without gaps', async () => {
    const { request } = await server.newMember()
    const sent = Array.from({ length: 30 }, (_, index) =>
      request(sendChatMessage, { body: text(`${index}`, { clientId: randomUUID() }) }),
    )
    const seqs = (await Promise.all(sent)).map(({ body }) => body.seq ?? 0)
    expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  })

  test('a message of a process whose clock is behind does not look older than the one before it', async () => {
    const { id } = await server.newMember()
    const now = server.clock.now()
    const say = (at: Date) =>
      writeMessage(server.db, { room: id, sender: 'agent', message: text('hello').message }, at)
    const first = await say(now)
    const second = await say(later(now, -HOUR))
    expect(second.message).toMatchObject({ seq: 2, createdAt: first.message.createdAt })
  })

  test('history is read newest first, in pages, and from a gap on', async () => {
    const { request } = await server.newMember()
    for (let count = 0; count < 12; count += 1) await request(sendChatMessage, { body: text(`${count}`) })
    expect(await seqsOf(request, { limit: 3 })).toEqual([12, 11, 10])
    expect(await seqsOf(request, { limit: 3, skip: 3 })).toEqual([9, 8, 7])
    expect(await seqsOf(request, { limit: 3, before: 3 })).toEqual([2, 1])
    expect(await seqsOf(request, { limit: 3, after: 4 })).toEqual([7, 6, 5])
    expect(await seqsOf(request, { limit: 3, after: 12 })).toEqual([])
    expect(await seqsOf(request, { limit: 5, after: 2, before: 5 })).toEqual([4, 3])
  })

  test('a conversation ends after a long silence, or when the agent ends it', async () => {
    const { id, request } = await server.newMember()
    const session = async () => (await request(sendChatMessage, { body: text('hi') })).body.session_id
    const goesOn = async () => (await request(chatHistory, { body: newest })).body.session_id
    const first = await session()
    expect(await session()).toBe(first)
    expect(await goesOn()).toBe(first)
    server.clock.advance(HOUR)
    expect(await goesOn()).toBe('')
    const second = await session()
    expect(second).not.toBe(first)
    expect((await server.submitForm(`/chat/${id}/end`, {})).to).toContain('flash=ended')
    expect(await goesOn()).toBe('')
    expect([first, second]).not.toContain(await session())
  })

  test('the agent’s messages are unread until they were seen, and read marks never go back', async () => {
    const { id, request } = await server.newMember()
    const marks = async () => {
      const { unread, readSeq } = (await request(chatHistory, { body: newest })).body
      return [unread, readSeq]
    }
    await request(sendChatMessage, { body: text('hi') })
    for (const words of ['Hello.', 'How can we help?', 'Are you there?'])
      await server.submitForm(`/chat/${id}/messages`, { kind: 'text', text: words })
    expect(await marks()).toEqual([3, 0])
    await request(readChat, { body: { seq: 3 } })
    expect(await marks()).toEqual([1, 3])
    await request(readChat, { body: { userId: id } })
    expect(await marks()).toEqual([0, 4])
    await request(readChat, { body: { seq: 1 } })
    expect(await marks()).toEqual([0, 4])
  })

  test('nobody can read or write as another person', async () => {
    const { id } = await server.newMember()
    const stranger = await server.newMember()
    const visitor = await server.client()
    const calls = [
      { request: stranger.request, who: { userId: id }, refusal: refused('UNAUTHORIZED', 403) },
      { request: visitor, who: { userId: id }, refusal: refused('UNAUTHORIZED', 401) },
      { request: visitor, who: { guestId: id }, refusal: refused('KEY_INVALID') },
      { request: visitor, who: {}, refusal: refused('UNAUTHORIZED', 401) },
    ]
    for (const { request, who, refusal } of calls) {
      expect(await request(chatHistory, { body: { ...who, ...newest } })).toMatchObject(refusal)
      expect(await request(sendChatMessage, { body: text('hi', who) })).toMatchObject(refusal)
      expect(await request(readChat, { body: who })).toMatchObject(refusal)
    }
    const forged = await stranger.request(sendChatMessage, {
      body: text('hi', { sender: 'agent', guestId: randomUUID(), username: '0800000000', name: 'Champa' }),
    })
    expect(forged.body).toMatchObject({ sender: 'customer', userId: stranger.id, guestId: '' })
    expect(forged.body.username).not.toBe('0800000000')
  })

  /** A visitor who has not signed in, with messages. */
  const newGuest = async (...said: string[]) => {
    const guestId = randomUUID()
    const request = await server.client()
    const say = (words: string, more: Partial<Written> = {}) =>
      request(sendChatMessage, { body: text(words, { guestId, ...more }) })
    for (const words of said) await say(words)
    return { guestId, request, say }
  }
  const wordsIn = async (request: Client, who: { guestId?: string } = {}) => {
    const { body } = await request(chatHistory, { body: { ...newest, limit: 100, ...who } })
    return body.messages.toReversed().map(({ message: { payload } }) => payload?.['text'])
  }

  /** Simultaneous claims: in PostgreSQL all wait for the guest's room before the first gets it. */
  const atOnce = async ({ guestId }: { guestId: string }, all: readonly Client[]) => {
    const claim = () => all.map((request) => request(claimGuestChat, { body: { guestId } }))
    if (kind === 'pglite') return Promise.all(claim())
    const claims = await server.db.transaction(async (tx) => {
      await tx.select().from(chatRooms).where(eq(chatRooms.room, guestId)).for('update')
      const begun = claim()
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await server.db.execute(waiting)).rows.length).toBe(all.length)
      return { begun }
    })
    return Promise.all(claims.begun)
  }

  test('the conversation of a guest who signs in moves to the member’s room', async () => {
    const { id, request } = await server.newMember()
    await request(sendChatMessage, { body: text('earlier, as a member') })
    await request(readChat, { body: {} })
    const guest = await newGuest('I cannot log in')
    await server.submitForm(`/chat/${guest.guestId}/messages`, { kind: 'text', text: 'Try it now.' })
    const session = (await request(chatHistory, { body: newest })).body.session_id

    expect((await request(claimGuestChat, { body: { guestId: guest.guestId.toUpperCase() } })).body).toEqual({
      message: 'OK',
    })
    const { body } = await request(chatHistory, { body: newest })
    expect(body).toMatchObject({ total: 3, unread: 1, readSeq: 1 })
    expect(body.session_id).not.toBe(session)
    expect(body.messages.map(({ seq }) => seq)).toEqual([3, 2, 1])
    expect(await wordsIn(request)).toEqual(['earlier, as a member', 'I cannot log in', 'Try it now.'])
    expect(body.messages[1]).toMatchObject({ sender: 'customer', userId: id, guestId: guest.guestId })
    expect(body.messages[0]).toMatchObject({ sender: 'agent', userId: '', name: 'Champa' })
    // Open apps receive the newest message, and ask for those before it.
    expect(server.sentMessages.findLast(({ room }) => room === id)).toEqual({
      room: id,
      message: body.messages[0],
    })

    const page = await server.app.request(`/sandbox/chat/${id}`)
    expect(await page.text()).toMatch(/earlier, as a member.*I cannot log in.*Try it now\./su)
    const former = await server.app.request(`/sandbox/chat/${guest.guestId}`)
    expect(former.headers.get('location')).toBe(`/sandbox/chat/${id}`)
    expect(await (await server.app.request('/sandbox/chat')).text()).not.toContain(guest.guestId)
    // An answer in the guest's room reaches the member.
    await server.submitForm(`/chat/${guest.guestId}/messages`, { kind: 'text', text: 'Did it work?' })
    await request(sendChatMessage, { body: text('Yes.') })
    expect(await wordsIn(request)).toEqual([
      'earlier, as a member',
      'I cannot log in',
      'Try it now.',
      'Did it work?',
      'Yes.',
    ])
  })

  test("a guest's conversation goes to one member, once, and its secret gives no access afterwards", async () => {
    const first = await server.newMember()
    const second = await server.newMember()
    const guest = await newGuest('mine')
    const claim = (request: Client) => request(claimGuestChat, { body: { guestId: guest.guestId } })
    const claims = await atOnce(guest, [first.request, first.request])
    expect(claims.map(({ status }) => status)).toEqual([200, 200])
    expect((await claim(second.request)).body).toEqual({ message: 'OK' })
    expect(await wordsIn(first.request)).toEqual(['mine'])
    expect(await wordsIn(second.request)).toEqual([])
    expect(await wordsIn(guest.request, { guestId: guest.guestId })).toEqual([])
    expect(await guest.say('still here')).toMatchObject(refused('KEY_INVALID'))
    expect(await wordsIn(first.request)).toEqual(['mine'])
  })

  test('an empty conversation is closed too, so that a message being sent is not lost in an abandoned room', async () => {
    const { request } = await server.newMember()
    const guest = await newGuest()
    await request(claimGuestChat, { body: { guestId: guest.guestId } })
    expect(await guest.say('late')).toMatchObject(refused('KEY_INVALID'))
    expect((await request(chatHistory, { body: newest })).body).toMatchObject({ total: 0 })
  })

  test('answers that the guest has read stay read, also if the member wrote last', async () => {
    const { request } = await server.newMember()
    await request(sendChatMessage, { body: text('thanks') })
    const guest = await newGuest('hello')
    await server.submitForm(`/chat/${guest.guestId}/messages`, { kind: 'text', text: 'Hello!' })
    await guest.request(readChat, { body: { guestId: guest.guestId } })
    await request(claimGuestChat, { body: { guestId: guest.guestId } })
    expect((await request(chatHistory, { body: newest })).body).toMatchObject({ total: 3, unread: 0 })
    // After an agent ends it in the guest's room, the member's next message starts a new conversation.
    const before = (await request(chatHistory, { body: newest })).body.session_id
    await server.submitForm(`/chat/${guest.guestId}/end`, {})
    await request(sendChatMessage, { body: text('another matter') })
    expect((await request(chatHistory, { body: newest })).body.session_id).not.toBe(before)
  })

  test('a conversation that is days old stays the guest’s, because another person may have used the phone', async () => {
    const guest = await newGuest('of somebody else')
    server.clock.advance(24 * HOUR + 1)
    const { request } = await server.newMember()
    expect((await request(claimGuestChat, { body: { guestId: guest.guestId } })).status).toBe(200)
    expect(await wordsIn(request)).toEqual([])
    expect(await wordsIn(guest.request, { guestId: guest.guestId })).toEqual(['of somebody else'])
  })

  test('claims of made-up guests fill no table, and keep no conversation back', async () => {
    const { request } = await server.newMember()
    const claim = async (guestId: string) => (await request(claimGuestChat, { body: { guestId } })).status
    const before = await server.db.$count(chatRooms)
    for (let count = 0; count < 25; count += 1) {
      expect(await claim(randomUUID())).toBe(200)
      server.clock.advance(10 * SECOND)
    }
    expect((await server.db.$count(chatRooms)) - before).toBe(20)
    const guest = await newGuest('mine')
    expect(await claim(guest.guestId)).toBe(200)
    expect(await wordsIn(request)).toEqual(['mine'])
  })

  test('an earlier conversation in a guest’s room may be another person’s, and is no longer visible to anybody', async () => {
    const { id, request } = await server.newMember()
    await request(sendChatMessage, { body: text('as a member') })
    const guest = await newGuest('of somebody else')
    const answer = (words: string) =>
      server.submitForm(`/chat/${guest.guestId}/messages`, { kind: 'text', text: words })
    await answer('to somebody else')
    await guest.request(readChat, { body: { guestId: guest.guestId } })
    server.clock.advance(2 * HOUR)
    await guest.say('mine')
    server.clock.advance(2 * HOUR)
    // A late answer starts a conversation only because of its time.
    await answer('to me')
    await guest.say('thanks')
    await request(claimGuestChat, { body: { guestId: guest.guestId } })
    expect(await wordsIn(request)).toEqual(['as a member', 'mine', 'to me', 'thanks'])
    const { body } = await request(chatHistory, { body: newest })
    expect(body).toMatchObject({ total: 4, unread: 1, readSeq: 1 })
    expect(body.messages.map(({ seq }) => seq)).toEqual([4, 3, 2, 1])
    expect(server.sentMessages.findLast(({ room }) => room === id)?.message).toMatchObject({ seq: 4 })
    expect(await wordsIn(guest.request, { guestId: guest.guestId })).toEqual([])
    expect(await guest.say('still here')).toMatchObject(refused('KEY_INVALID'))
  })

  test('of two members who claim at once, one gets the conversation', async () => {
    const both = [await server.newMember(), await server.newMember()] as const
    const guest = await newGuest('one', 'two')
    await atOnce(
      guest,
      both.map(({ request }) => request),
    )
    const seen = await Promise.all(both.map(({ request }) => wordsIn(request)))
    expect(seen.toSorted((one, other) => other.length - one.length)).toEqual([['one', 'two'], []])
  })

  test('a message whose clientId the member has used before keeps its place', async () => {
    const { request } = await server.newMember()
    const clientId = randomUUID()
    await request(sendChatMessage, { body: text('as a member', { clientId }) })
    const guest = await newGuest()
    await guest.say('as a guest', { clientId })
    expect((await request(claimGuestChat, { body: { guestId: guest.guestId } })).status).toBe(200)
    expect(await wordsIn(request)).toEqual(['as a member', 'as a guest'])
  })

  test("nobody can claim a member's conversation, and only members can claim one", async () => {
    const { id } = await server.newMember()
    const stranger = await server.newMember()
    const guest = await newGuest('mine')
    expect(await stranger.request(claimGuestChat, { body: { guestId: id } })).toMatchObject(
      refused('KEY_INVALID'),
    )
    expect(await guest.request(claimGuestChat, { body: { guestId: guest.guestId } })).toMatchObject(
      refused('UNAUTHORIZED', 401),
    )
    expect(await wordsIn(guest.request, { guestId: guest.guestId })).toEqual(['mine'])
  })

  test('uploads are recognised by their bytes, and served as nothing else', async () => {
    const { request } = await server.newMember()
    const gif = new File([gifOf()], 'a.exe')
    const film = new File([filmOf()], 'film.png')
    const photo = new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic....'], 'photo.mp4')
    expect((await request(uploadChatImage, { file: gif })).body).toMatchObject({ fileType: 'image' })
    const { body } = await request(uploadChatVideo, { file: film })
    expect(body).toMatchObject({ fileType: 'video' })
    const wrong = refused('SLIP_INVALID_FILE')
    expect(await request(uploadChatVideo, { file: gif })).toMatchObject(wrong)
    expect(await request(uploadChatVideo, { file: photo })).toMatchObject(wrong)
    for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'RIFF....WEBP'])
      expect(await request(uploadChatImage, { file: new File([bytes], 'a.png') })).toMatchObject(wrong)
    expect(await request(uploadChatImage)).toMatchObject(refused('SLIP_NO_FILE'))

    const part = await server.app.request(body.url, { headers: { Range: 'bytes=4-11' } })
    expect(await part.text()).toBe('ftypisom')
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': 'bytes 4-11/32',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await server.app.request(body.url, { headers: { Range: 'bytes=32-' } })).status).toBe(416)

    const media = (filePath: string): Written => ({
      message: {
        message_type: 'media',
        payload: { url: 'https://evil.example/', fileType: 'file', filePath },
      },
    })
    const shown = await request(sendChatMessage, { body: media(body.filePath) })
    expect(shown.body.message.payload).toMatchObject({ url: body.url, fileType: 'video' })
    expect(await request(sendChatMessage, { body: media('../../etc/passwd') })).toMatchObject(
      refused('KEY_INVALID'),
    )
  })

  test('pictures up to 10 MB and videos up to 20 MB are accepted, and not a byte more', async () => {
    const { request } = await server.newMember()
    const MB = 2 ** 20
    const filled = (start: BlobPart[], size: number) => {
      const head = new Blob(start)
      return new File([head, new Uint8Array(size - head.size)], 'upload')
    }
    const small = new Uint8Array(PNG.sync.write(new PNG({ width: 1, height: 1 })))
    const picture = (size: number) => request(uploadChatImage, { file: filled([small], size) })
    const film = (size: number) => request(uploadChatVideo, { file: filled([filmOf()], size) })
    expect((await picture(10 * MB)).status).toBe(200)
    expect(await picture(10 * MB + 1)).toMatchObject({
      status: 400,
      body: { message: 'SLIP_INVALID_FILE', reason: 'too-large' },
    })
    expect((await film(20 * MB)).status).toBe(200)
    expect(await film(20 * MB + 1)).toMatchObject(refused('SLIP_INVALID_FILE'))
  })

  test('a file of millions of parts is refused', async () => {
    const { request } = await server.newMember()
    const MB = 2 ** 20
    const filled = (start: Uint8Array, part: number[], end: number[]) =>
      new File([start as BlobPart, Buffer.alloc(MB, Buffer.from(part)), Uint8Array.from(end)], 'upload')
    const jpegHead = Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 0, 9, 0, 9, 0)
    const pngHead = new Uint8Array(PNG.sync.write(new PNG({ width: 1, height: 1 }))).subarray(0, 33)
    const wrong = { status: 400, body: { message: 'SLIP_INVALID_FILE', reason: 'cut-off' } }
    for (const file of [
      filled(jpegHead, [0xff, 0xfe, 0, 2], [0xff, 0xd9]),
      filled(pngHead, [0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0], []),
      filled(gifOf().subarray(0, -24), [0x21, 0xf9, 0], [0x3b]),
    ])
      expect(await request(uploadChatImage, { file })).toMatchObject(wrong)
    const film = filled(filmBox('ftyp', 'isom'), [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], [])
    expect(await request(uploadChatVideo, { file: film })).toMatchObject(wrong)
  })

  test('a visitor may upload a limited number of files', async () => {
    const { request } = await server.newMember()
    const file = new File([gifOf()], 'a.gif')
    for (let count = 0; count < 20; count += 1)
      expect((await request(uploadChatImage, { file })).status).toBe(200)
    expect(await request(uploadChatImage, { file })).toMatchObject(refused('REQUEST_LIMIT_1MIN', 429))
  })

  const countFiles = async () =>
    (await readdir(join(server.context.config.dataDir, 'files')).catch(() => [])).length

  test.each(['a member', 'a guest'])(
    'an upload that is sent again with its key is the same file, and is counted once: %s',
    async (who) => {
      const request = who === 'a guest' ? await server.client() : (await server.newMember()).request
      const before = await countFiles()
      const film = new File([filmOf()], 'film.mp4')
      const picture = new File([gifOf()], 'a.gif')
      for (const [call, file] of [
        [uploadChatImage, picture],
        [uploadChatVideo, film],
      ] as const) {
        const key = randomUUID()
        const send = () => request(call, { file, key })
        const first = await send()
        expect(first.status).toBe(200)
        for (let n = 0; n < 25; n += 1) expect(await send()).toMatchObject({ status: 200, body: first.body })
        const other = { file: new File([gifOf(), ' '], 'b.gif'), key }
        expect(await request(uploadChatImage, other)).toMatchObject(refused('IDEMPOTENCY_MISMATCH', 422))
        expect((await server.app.request(first.body.url)).status).toBe(200)
      }
      expect(await countFiles()).toBe(before + 2)
    },
  )

  test('an upload whose server died before it was recorded leaves no second file when it is sent again', async () => {
    const { request } = await server.newMember()
    const before = await countFiles()
    const file = new File([gifOf()], 'a.gif')
    const key = randomUUID()
    const { body } = await request(uploadChatImage, { file, key })
    // As after a crash: the file is there, and nothing says so.
    await server.db.delete(operations).where(eq(operations.key, key))
    expect((await request(uploadChatImage, { file, key })).body).toEqual(body)
    expect(await countFiles()).toBe(before + 1)
    const [another, without] = [randomUUID(), null].map((one) => request(uploadChatImage, { file, key: one }))
    const urls = [body, (await another)?.body, (await without)?.body].map((one) => one?.url)
    expect(new Set(urls).size).toBe(3)
  })

  test('content that cannot be sent is refused', async () => {
    const { request } = await server.newMember()
    for (const words of ['', '  ', 'x'.repeat(2001)])
      expect(await request(sendChatMessage, { body: text(words) })).toMatchObject(refused('KEY_INVALID'))
    expect((await request(sendChatMessage, { body: text('ที่'.repeat(2000)) })).status).toBe(200)
  })
})
