import type { Arrival } from '../../providers/sandbox/arrivals.ts'
import type { BookedMove } from '../../providers/sandbox/provider-book.ts'
import type { Listed, ListOf } from '../listed.ts'
import type { resultList } from '../lists.ts'
import { cell, markup, type Markup, section, showBaht, showTime, table } from '../markup.ts'

const ways = { link: 'one-time link', form: 'form' }

/** How a round ended for the player; satang. */
const endOf = (amount: number): string =>
  amount === 0 ? 'Even' : `${amount > 0 ? 'Won' : 'Lost'} ${showBaht(Math.abs(amount))}`

/** A provider's view of its players: who came, what money moved in and out, who won and lost. */
export const gameHouse = (
  arrivals: Listed<Arrival>,
  moves: readonly BookedMove[],
  rounds: ListOf<typeof resultList>,
): Markup =>
  markup`${section(
    'came',
    'Players who came',
    table(
      'Players who came',
      ['Player', 'By', 'With', 'At'],
      arrivals.rows.map(
        ({ username, by, balance, at }) =>
          markup`<tr><td>${username}</td>${cell('By', ways[by])}${cell('With', showBaht(balance))}<td>${showTime(at)}</td></tr>`,
      ),
      'Nobody has come since the server started.',
      arrivals.more,
    ),
  )}
    ${section(
      'moved',
      'Money moved',
      table(
        'Money moved',
        ['Player', 'Amount', 'State', 'At'],
        moves.map(
          ({ username, amount, state, at }) =>
            markup`<tr><td>${username}</td><td>${showBaht(amount)}</td><td>${state}</td><td>${showTime(at)}</td></tr>`,
        ),
        'No money has come or gone since the server started.',
      ),
    )}
    ${section(
      'rounds',
      'Rounds',
      table(
        'Rounds',
        ['Player', 'Result', 'At'],
        rounds.rows.map(
          ({ result, username }) =>
            markup`<tr><td>${username}</td><td>${endOf(result.amount)}</td><td>${showTime(result.createdAt)}</td></tr>`,
        ),
        'No round was played yet.',
        rounds.more,
      ),
    )}`
