import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { later, MINUTE } from '../../clock.ts'
import { chatRooms } from '../../database/schema/chat.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { writeMessage } from './chat-service.ts'
import { claimGuestRoom } from './claim-guest-room.ts'
import { markReadByStaff } from './read-mark.ts'

describeOnOne('since when a room waits for staff', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const at = (minute: number) => later(server.clock.now(), minute * MINUTE)
  const message = { message_type: 'text', payload: { text: 'hello' } }
  const write = (room: string, minute: number, sender = 'customer') =>
    writeMessage(server.db, { room, sender, message }, at(minute))
  const stateOf = async (room: string) =>
    (await server.db.select().from(chatRooms).where(eq(chatRooms.room, room)))[0]?.waitsSince

  test('since the first message that they have not read; an answer reads nothing', async () => {
    const room = randomUUID()
    await write(room, 0, 'agent')
    expect(await stateOf(room)).toBeNull()
    for (const minute of [1, 2, 3]) await write(room, minute)
    expect(await stateOf(room)).toEqual(at(1))
    await markReadByStaff(server.db, room, 3)
    expect(await stateOf(room)).toEqual(at(3))
    await write(room, 4, 'agent')
    await markReadByStaff(server.db, room, 2)
    expect(await stateOf(room)).toEqual(at(3))
    await markReadByStaff(server.db, room)
    expect(await stateOf(room)).toBeNull()
  })

  test('a message that comes while staff read is waited for', async () => {
    const room = randomUUID()
    await write(room, 0)
    await Promise.all([markReadByStaff(server.db, room, 1), write(room, 1)])
    expect(await stateOf(room)).toEqual(at(1))
  })

  test('the wait of a guest who signs in goes on in the member’s room', async () => {
    const [guest, id] = [randomUUID(), await addMember(server.db)]
    await write(guest, 0)
    await claimGuestRoom(server.db, guest, { id, username: '0800000001', name: 'A' }, at(1))
    expect([await stateOf(guest), await stateOf(id)]).toEqual([null, at(0)])
    await markReadByStaff(server.db, id)
    expect(await stateOf(id)).toBeNull()
  })
})
