import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chatRooms } from './schema/chat.ts'
import { migrated } from './test-migrations.ts'

test('a room with a message that staff have not read waits since that', async () => {
  const message = (room: string, seq: number, sender: string) =>
    `('${room}', ${seq}, '${seq}', '${sender}', '{}', '', '2026-01-01T00:00:0${seq}Z')`
  const { client, db } = await migrated(
    'rooms-that-wait',
    `insert into chat_rooms (room, last_seq, last_at, agent_read_seq, claimed_by) values
      ('answered', 2, now(), 1, null), ('claimed', 1, now(), 0, 'M1'), ('waits', 3, now(), 1, null);
    insert into chat_messages (room, seq, client_id, sender, message, session_id, created_at) values
      ${message('answered', 1, 'customer')}, ${message('answered', 2, 'agent')}, ${message('claimed', 1, 'customer')},
      ${message('waits', 1, 'customer')}, ${message('waits', 2, 'customer')}, ${message('waits', 3, 'customer')};`,
  )
  const rooms = await db.select().from(chatRooms).orderBy(asc(chatRooms.room))
  expect(rooms.map(({ room, waitsSince }) => [room, waitsSince])).toEqual([
    ['answered', null],
    ['claimed', null],
    ['waits', new Date('2026-01-01T00:00:02Z')],
  ])
  await client.close()
})
