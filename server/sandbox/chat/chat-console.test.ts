import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { readContent } from '#api/contract/chat-content.ts'
import { chatConfig, chatHistory, sendChatMessage, uploadChatImage } from '#api/contract/chat.ts'
import { gifOf } from '../../files/test-pictures.ts'
import { chatRooms } from '../../database/schema/chat.ts'
import { describeOnEmbedded } from '../../database/test-database.ts'
import type { Client } from '../../http/test-app.ts'
import { type TestServer, openTestServer } from '../../modules/test-server.ts'
import { formsOn } from '../test-console-forms.ts'

describeOnEmbedded('the agent\u2019s side of the chat', (open) => {
  let server: TestServer
  let visitor: Client
  beforeAll(async () => {
    server = await openTestServer(open)
    visitor = await server.client()
  })

  const look = async (path = '') => (await server.app.request(`/sandbox/chat${path}`)).text()

  /** A guest who has sent a message. */
  async function newGuest(words = 'help', name = '') {
    const guestId = randomUUID()
    const message = { message_type: 'text' as const, payload: { text: words } }
    await visitor(sendChatMessage, { body: { message, guestId, name } })
    const newest = async () => {
      const { body } = await visitor(chatHistory, { body: { guestId, limit: 1, skip: 0 } })
      const [last] = body.messages
      return { sender: last?.sender, ...readContent(last?.message ?? { message_type: '', payload: {} }) }
    }
    const send = (fields: Record<string, string>) => server.submitForm(`/chat/${guestId}/messages`, fields)
    return { guestId, newest, send }
  }

  test('lists rooms with their unread messages, and shows a conversation without running its content', async () => {
    const { guestId } = await newGuest('<b>help</b>', 'Somsak <i>')
    expect(await look()).toMatch(/Somsak &lt;i&gt;<[^]*?data-unread>1</u)
    expect(await look(`/${guestId}`)).toContain('&lt;b&gt;help&lt;/b&gt;')
    expect(await look()).toMatch(/Somsak[^]*?data-unread>0</u)
    expect((await server.app.request('/sandbox/chat/nobody')).status).toBe(404)
  })

  test('does not show a guest as the member whose phone the guest types', async () => {
    const phone = '0812340099'
    const member = await server.newMember({ username: phone })
    const message = { message_type: 'text' as const, payload: { text: 'from the member' } }
    await member.request(sendChatMessage, { body: { message } })
    const { guestId } = await newGuest('from a stranger', `Tel ${phone}`)
    const stored = eq(chatRooms.room, guestId)
    const [room] = await server.db.select().from(chatRooms).where(stored)
    expect(room?.customer).toBeNull()
    // A room of a guest whose typed name was stored there.
    await server.db.update(chatRooms).set({ customer: phone }).where(stored)
    const named = `Guest ${guestId.slice(0, 8)}`
    const typed = `<small>\u201c<bdi>Tel ${phone}</bdi>\u201d</small>`
    const list = await look()
    expect(list).toContain(`>${named}</a>${typed}`)
    expect(list.split(`>${phone}</a>`)).toHaveLength(2)
    const open = await look(`/${guestId}`)
    expect(open).toContain(`aria-label="Chat with ${named}"`)
    expect(open).toContain(`<h2>${named}${typed}</h2>`)
    expect(await look(`/${member.id}`)).toContain(`<h2>${phone}</h2>`)
  })

  test('sends every kind of message', async () => {
    const { send, newest } = await newGuest()
    await send({ kind: 'text', text: 'Hello' })
    expect(await newest()).toEqual({ sender: 'agent', message_type: 'text', payload: { text: 'Hello' } })
    const buttons = 'Deposit = d\nRead = https://champa.example/\nCall = tel:+85620\nJust this'
    await send({ kind: 'buttons', text: 'What?', buttons })
    expect(await newest()).toMatchObject({
      message_type: 'buttons',
      payload: {
        buttons: [
          { type: 'postback', title: 'Deposit', payload: 'd' },
          { type: 'web_url', title: 'Read', url: 'https://champa.example/' },
          { type: 'phone_number', title: 'Call', payload: '+85620' },
          { type: 'postback', title: 'Just this', payload: 'Just this' },
        ],
      },
    })
    await send({ kind: 'quick_replies', text: 'Done?', replies: 'Yes = y\nNo' })
    expect(await newest()).toMatchObject({
      message_type: 'quick_replies',
      payload: {
        quick_replies: [
          { title: 'Yes', payload: 'y' },
          { title: 'No', payload: 'No' },
        ],
      },
    })
    await send({ kind: 'generic', cards: 'One\nfirst\n/one.png\nTake = 1\r\n\r\nTwo\nTake = 2' })
    expect(await newest()).toMatchObject({
      message_type: 'generic',
      payload: {
        elements: [
          { title: 'One', subtitle: 'first', image_url: '/one.png', buttons: [{ payload: '1' }] },
          { title: 'Two', subtitle: '', buttons: [{ payload: '2' }] },
        ],
      },
    })
    await send({ kind: 'other', json: '{"message_type":"poll","payload":{"text":"Which?"}}' })
    expect(await newest()).toMatchObject({ message_type: 'other', payload: { text: 'Which?' } })
  })

  test('sends a picture as it is, and no program', async () => {
    const { guestId, newest } = await newGuest()
    const sendFile = async (bytes: BlobPart) => {
      const body = new FormData()
      body.set('kind', 'media')
      body.set('text', 'Look')
      body.set('file', new File([bytes], 'a.gif'))
      const response = await server.app.request(`/sandbox/chat/${guestId}/messages`, { method: 'POST', body })
      return response
    }
    const refused = await sendFile('<svg/>')
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('value="Look"')])
    expect((await sendFile(gifOf())).headers.get('location')).toContain('flash=sent')
    expect(await newest()).toMatchObject({
      message_type: 'media',
      payload: { message: 'Look', fileType: 'image' },
    })
    expect(await look(`/${guestId}`)).toContain('<img src="/api/files/')
  })

  test('refuses what is not a message of its kind', async () => {
    const { send, newest } = await newGuest()
    const wrong: Record<string, string>[] = [
      { kind: 'text', text: ' ' },
      { kind: 'buttons', text: 'None', buttons: '' },
      { kind: 'generic', cards: '' },
      { kind: 'other', json: 'nonsense' },
      { kind: 'constructor' },
      {},
    ]
    for (const fields of wrong) expect((await send(fields)).page).toContain('Nothing was sent: ')
    expect(await newest()).toMatchObject({ sender: 'customer' })
  })

  test('a form that was refused keeps what was typed in it, the others what they begin with', async () => {
    const { guestId, send } = await newGuest()
    const action = `/sandbox/chat/${guestId}/messages`
    const sentBy = (html: string, kind: string) =>
      formsOn(html)
        .filter((form) => form.action === action)
        .map(({ fields }) => Object.fromEntries(fields.map(({ name, values }) => [name, values[0] ?? ''])))
        .find((fields) => fields['kind'] === kind)
    const typed = { kind: 'buttons', text: 'Which <one>?', buttons: ' ' }
    const { page } = await send(typed)
    expect(sentBy(page, 'buttons')).toEqual(typed)
    expect(sentBy(page, 'quick_replies')).toMatchObject({ text: 'Did that help?' })
    expect(page).toContain('<details open>')
    expect(sentBy((await send({ kind: 'other', json: '{' })).page, 'other')).toEqual({
      kind: 'other',
      json: '{',
    })
  })

  test('parts fail while they are switched off', async () => {
    const message = { message_type: 'text' as const, payload: { text: 'hi' } }
    const file = new File([gifOf()], 'a.gif')
    const calls = {
      config: () => visitor(chatConfig),
      send: () => visitor(sendChatMessage, { body: { message, guestId: randomUUID() } }),
      upload: () => visitor(uploadChatImage, { file }),
    }
    for (const [part, call] of Object.entries(calls)) {
      expect((await server.submitForm('/switches', { name: `chat:${part}` })).to).toContain('/sandbox/chat?')
      expect([(await call()).status, (await call()).status]).toEqual([500, 500])
      await server.submitForm('/switches', { name: `chat:${part}` })
      expect((await call()).status).toBe(200)
    }
  })
})
