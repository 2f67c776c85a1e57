import { reportedOf, whenOf } from '../deposits/reported-transfer.ts'
import type { ListOf, RowOf } from '../listed.ts'
import { button, markup, type Markup, phoneField } from '../markup.ts'
import { type Matter, matters } from '../matters.ts'
import { restOf } from '../paged-view.ts'
import { placed, type Places } from '../places.ts'
import { type RefusedForm, typedIn } from '../refused-form.ts'
import type { suspectedList, unclaimedList } from '../waiting-lists.ts'

type SuspectedRow = RowOf<typeof suspectedList>

/** Transfers without a common reference of the bank: the held one, and below it the ones that it may be. */
export const suspectedSection = (list: ListOf<typeof suspectedList>, places: Places): Markup =>
  matters(
    'suspected',
    'Transfers that may be credited already',
    list.rows.flatMap((row) => suspectedRows(row, places)),
    'None.',
    restOf(list, '/sandbox', 'suspected', places),
  )

/** The transfers that the page shows as what it may be, for its forms to send: staff decide only about what they were shown. */
const listedOf = (duplicates: readonly Side[]): string => duplicates.map(({ id }) => id).join(' ')

function suspectedRows({ transfer, duplicates, isClaimed }: SuspectedRow, places: Places): Matter[] {
  // Also whose it was when the operator saw it.
  const shown = { id: transfer.id, member: transfer.memberId }
  const listed = listedOf(duplicates)
  const form = (verdict: string, name: string, fields = {}, kind?: 'quiet') =>
    button(placed(`/sandbox/suspected/${verdict}`, places), name, { ...shown, ...fields }, kind)
  return [
    {
      who: sideWho(transfer),
      what: markup`Waits: ${reportedOf(transfer)}`,
      act: markup`${form('another', 'Another transfer: credit it', { listed }, 'quiet')}
        ${isClaimed ? form('release', 'Not this member’s: take it back', {}, 'quiet') : ''}`,
    },
    ...duplicates.map((other) => ({
      who: sideWho(other),
      what: markup`${sideEnd(other)}: ${reportedOf(other)}`,
      act: form('same', 'The same transfer', { duplicate: other.id }),
    })),
  ]
}

export type Side = SuspectedRow['duplicates'][number]

export const sideEnd = ({ returnedAt }: Side): string => (returnedAt ? 'Sent back' : 'Credited')

/** Transfers from nobody's account: only a person can say whose they are. Below each the ones that it may be. */
export const unclaimedSection = (
  list: ListOf<typeof unclaimedList>,
  places: Places,
  refused?: RefusedForm,
): Markup =>
  matters(
    'unclaimed',
    'Transfers of nobody here',
    list.rows.map((row) => unclaimedRow(row, places, refused)),
    'None.',
    restOf(list, '/sandbox', 'unclaimed', places),
  )

function unclaimedRow(
  { transfer, duplicates }: RowOf<typeof unclaimedList>,
  places: Places,
  refused?: RefusedForm,
): Matter {
  const { id } = transfer
  const listed = listedOf(duplicates)
  return {
    who: sideWho(transfer),
    what: markup`${reportedOf(transfer)}
      ${duplicates.map((other) => markup`<small>May be what is ${sideEnd(other).toLowerCase()}: ${other.phone} ${other.bankReference ?? other.ownReference ?? ''}</small>`)}`,
    act: markup`<form method="post" action="${placed('/sandbox/unclaimed/credit', places)}">
        <input type="hidden" name="id" value="${id}" />
        ${phoneField(typedIn(refused, '/unclaimed/credit', { id }))}
        <button>Credit</button>
      </form>
      ${button(placed('/sandbox/unclaimed/return', places), 'It was sent back', { id, listed }, 'quiet')}`,
  }
}

export const sideWho = (side: Side): Markup => markup`${side.phone}<small>${whenOf(side)}</small>`
