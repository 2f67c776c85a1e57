import { amountOf } from '../../modules/transfer/provider-transfers.ts'
import {
  type askGamesOf,
  mayBeReturned,
  mayHaveBeenMade,
  mayHavePaidFirst,
} from '../../modules/transfer/stuck-transfers.ts'
import type { ListOf, RowOf } from '../listed.ts'
import { button, markup, type Markup, matters, section, showBaht, showTime, table } from '../markup.ts'
import { restOf } from '../paged-view.ts'
import { placed, type Places } from '../places.ts'
import type { stuckList } from '../waiting-lists.ts'

/** Transfers that their providers did not cancel: the money waits until a person has asked them. */
export const stuckSection = (list: ListOf<typeof stuckList>, places: Places): Markup =>
  matters(
    'stuck',
    'Transfers that a game provider did not cancel',
    list.rows.map((row) => stuckRow(row, places)),
    'None.',
    restOf(list, '/sandbox', 'stuck', places),
  )

/** What the games of such a transfer say, beside the books. */
export const toldSection = (told: Awaited<ReturnType<typeof askGamesOf>>, at: Date): Markup =>
  section(
    'told',
    `Asked at ${showTime(at)}`,
    markup`${table(
      'What its games hold',
      ['Game', 'It says', 'The books, without what is on its way'],
      told.map(
        (one) =>
          markup`<tr><td>${one.gameCode}</td>
            <td>${one.told === undefined ? 'no answer: ask again later' : showBaht(one.told)}</td>
            <td>${showBaht(one.booked)}</td></tr>`,
      ),
      'None.',
    )}
    <p>A round that is open, or not reported yet, makes a difference too: ask the provider about the reference.</p>`,
  )

function stuckRow({ waiting: transfer, phone }: RowOf<typeof stuckList>, places: Places): Markup {
  const { id, moves, stuckAt, taken } = transfer
  const answer = (name: string, verdict: string, kind?: 'quiet') =>
    button(
      placed('/sandbox/stuck', places),
      name,
      { id, verdict, stuckAt: stuckAt?.toISOString() ?? '' },
      kind,
    )
  return markup`<tr>
    <td>${phone}<small>${stuckAt ? `waits since ${showTime(stuckAt)}` : ''}</small></td>
    <td>${showBaht(amountOf(taken))}
      ${moves.map(({ gameCode, amount, reference, isCancelled }) => markup`<small>${gameCode} ${showBaht(amount)}: ${reference}${isCancelled ? ', cancelled' : ''}</small>`)}</td>
    <td>
      <a href="${placed(`/sandbox/stuck/${id}`, places)}">What do its games hold?</a>
      ${answer('Ask the provider again', 'again', 'quiet')}
      ${mayBeReturned(transfer) ? answer('It was not made: give the money back', 'returned') : 'A reward on its way back to the house: the game has not paid it. Ask it for the player’s rounds: an open one has to end first.'}
      ${mayHaveBeenMade(transfer) ? answer('It was made: the money has arrived', 'arrived') : ''}
      ${mayHavePaidFirst(transfer) ? answer('It was made for good: what was paid into the wallet, the rest back', 'first-paid') : ''}
    </td>
  </tr>`
}
