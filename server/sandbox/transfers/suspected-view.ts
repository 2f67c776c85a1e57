import { reportedOf, whenOf } from '../deposits/reported-transfer.ts'
import type { ListOf, RowOf } from '../listed.ts'
import type { suspectedList, unclaimedList } from '../lists.ts'
import { button, markup, type Markup, matters } from '../markup.ts'
import { restOf } from '../paged-view.ts'

type SuspectedRow = RowOf<typeof suspectedList>

/** Transfers without a common reference of the bank: the held one, and below it the ones that it may be. */
export const suspectedSection = ({ rows, more }: ListOf<typeof suspectedList>): Markup =>
  matters('suspected', 'Transfers that may be credited already', rows.map(suspectedRow), 'None.', more)

/** The transfers that the page shows as what it may be, for its forms to send: staff decide only about what they were shown. */
const listedOf = (duplicates: readonly Side[]): string => duplicates.map(({ id }) => id).join(' ')

function suspectedRow({ transfer, duplicates, isClaimed }: SuspectedRow): Markup {
  // Also whose it was when the operator saw it.
  const shown = { id: transfer.id, member: transfer.memberId }
  const listed = listedOf(duplicates)
  return markup`<tr>
      <td>${sideWho(transfer)}</td>
      <td>Waits: ${reportedOf(transfer)}</td>
      <td>
        ${button('/sandbox/suspected/another', 'Another transfer: credit it', { ...shown, listed }, 'quiet')}
        ${isClaimed ? button('/sandbox/suspected/release', 'Not this member’s: take it back', shown, 'quiet') : ''}
      </td>
    </tr>
    ${duplicates.map(
      (other) => markup`<tr>
        <td>${sideWho(other)}</td>
        <td>${sideEnd(other)}: ${reportedOf(other)}</td>
        <td>${button('/sandbox/suspected/same', 'The same transfer', { ...shown, duplicate: other.id })}</td>
      </tr>`,
    )}`
}

type Side = SuspectedRow['duplicates'][number]

const sideEnd = ({ returnedAt }: Side): string => (returnedAt ? 'Sent back' : 'Credited')

/** Transfers from nobody's account: only a person can say whose they are. Below each the ones that it may be. */
export const unclaimedSection = (list: ListOf<typeof unclaimedList>): Markup =>
  matters(
    'unclaimed',
    'Transfers of nobody here',
    list.rows.map((row) => unclaimedRow(row, list.after)),
    'None.',
    restOf(list, '/sandbox', 'unclaimed'),
  )

function unclaimedRow({ transfer, duplicates }: RowOf<typeof unclaimedList>, after = ''): Markup {
  const { id } = transfer
  const listed = listedOf(duplicates)
  return markup`<tr>
    <td>${sideWho(transfer)}</td>
    <td>${reportedOf(transfer)}
      ${duplicates.map((other) => markup`<small>May be what is ${sideEnd(other).toLowerCase()}: ${other.phone} ${other.bankReference ?? other.ownReference ?? ''}</small>`)}</td>
    <td>
      <form method="post" action="/sandbox/unclaimed/credit">
        <input type="hidden" name="id" value="${id}" />
        <input type="hidden" name="after" value="${after}" />
        <label>Member's phone <input name="phone" inputmode="tel" required autocomplete="off" /></label>
        <button>Credit</button>
      </form>
      ${button('/sandbox/unclaimed/return', 'It was sent back', { id, listed, after }, 'quiet')}
    </td>
  </tr>`
}

const sideWho = (side: Side): Markup => markup`${side.phone}<small>${whenOf(side)}</small>`
