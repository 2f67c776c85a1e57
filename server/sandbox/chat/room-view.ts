import { guestRoom } from '../../realtime/rooms.ts'
import type { ListOf } from '../listed.ts'
import { button, markup, type Markup, section, showTime, table } from '../markup.ts'
import { restOf } from '../paged-view.ts'
import { placed, type Places } from '../places.ts'
import type { roomList, RoomRow, waitingRoomList } from './room-lists.ts'

/** A guest is named by the room's id: what guests call themselves may be a member's phone. */
export const nameOf = ({ room, customer }: RoomRow): string =>
  guestRoom(room) === undefined ? (customer ?? room) : `Guest ${room.slice(0, 8)}`

export const typedIn = ({ room, typed }: RoomRow): Markup | '' =>
  guestRoom(room) !== undefined && typed ? markup`<small>“<bdi>${typed}</bdi>”</small>` : ''

export const addressOf = (room: string): string => `/sandbox/chat/${encodeURIComponent(room)}`

const roomRow = (row: RoomRow, places: Places): Markup =>
  markup`<tr>
    <td><a href="${placed(addressOf(row.room), places)}">${nameOf(row)}</a>${typedIn(row)}</td>
    <td>${showTime(row.lastAt)}<small>${row.lastSeq} ${row.lastSeq === 1 ? 'message' : 'messages'}</small>
      ${row.waitsSince ? markup`<small>waits since ${showTime(row.waitsSince)}</small>` : ''}</td>
    <td data-head="Unread" data-unread>${row.unread}</td>
  </tr>`

const heads = ['Who', 'Newest', 'Unread']

const switchNames = {
  config: ['Fail the configuration', 'Let the configuration work'],
  send: ['Fail messages', 'Let messages through'],
  upload: ['Fail uploads', 'Let uploads through'],
} as const

interface RoomsView {
  waiting: ListOf<typeof waitingRoomList>
  others: ListOf<typeof roomList>
  isArmed: (name: string) => boolean
  places: Places
}

export const roomsView = ({ waiting, others, isArmed, places }: RoomsView): Markup =>
  markup`${section(
    'rooms',
    'Rooms with messages that nobody here has read',
    table(
      'Rooms that wait',
      heads,
      waiting.rows.map((row) => roomRow(row, places)),
      'None.',
      restOf(waiting, '/sandbox/chat', 'rooms', places),
    ),
  )}
  ${section(
    'others',
    'Other rooms',
    table(
      'Rooms',
      heads,
      others.rows.map((row) => roomRow(row, places)),
      'None.',
      others.more,
    ),
  )}
  ${section(
    'failures',
    'Failures',
    markup`${Object.entries(switchNames).map(([part, [fail, mend]]) => {
      const name = `chat:${part}`
      return button(placed('/sandbox/switches', places), isArmed(name) ? mend : fail, { name }, 'quiet')
    })}`,
  )}`
