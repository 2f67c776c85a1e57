import { reportedOf } from '../deposits/reported-transfer.ts'
import type { ListOf, RowOf } from '../listed.ts'
import { markup, type Markup, showTime } from '../markup.ts'
import { type Matter, matters } from '../matters.ts'
import { restOf } from '../paged-view.ts'
import { placed, type Places } from '../places.ts'
import type { twiceList } from '../waiting-lists.ts'
import { noteForm } from './note-form.ts'
import { sideEnd, sideWho } from './suspected-view.ts'

/** Pairs of transfers that are one by a later report: the house has paid twice, and nothing books that. */
export const twiceSection = (list: ListOf<typeof twiceList>, places: Places): Markup =>
  matters(
    'twice',
    'Transfers that were paid twice',
    list.rows.flatMap((row) => twiceRows(row, places)),
    'None.',
    restOf(list, '/sandbox', 'twice', places),
  )

function twiceRows({ id, reportedAt, transfers }: RowOf<typeof twiceList>, places: Places): Matter[] {
  const form = noteForm(placed('/sandbox/paid-twice/note', places), { id })
  return transfers.map((side, index) => {
    const endedAt = side.creditedAt ?? side.returnedAt
    return {
      who: sideWho(side),
      what: markup`${sideEnd(side)} ${endedAt ? showTime(endedAt) : ''}: ${reportedOf(side)}
        <small>${index === 0 ? `shown to be one with the next ${showTime(reportedAt)}` : 'one with that above'}</small>`,
      act: index === 0 ? form : '',
    }
  })
}
