import { randomUUID } from 'node:crypto'
import type { Locale } from '#lib/text/locale-codes.ts'
import { inLocale } from '../../database/localized.ts'
import type { games } from '../../database/schema/games.ts'
import type { GameVisit } from '../../providers/sandbox/sandbox-controls.ts'
import { button, markup, type Markup, showBaht, table } from '../markup.ts'

type Game = typeof games.$inferSelect

const launches = { autoLogin: 'link', form: 'form', open: 'address' }

const failing = (name: string, isArmed: (name: string) => boolean, label: string): Markup =>
  button('/sandbox/switches', isArmed(name) ? `${label}: armed` : label, { name }, 'quiet')

export const gameList = (all: readonly Game[], locale: Locale, isArmed: (name: string) => boolean): Markup =>
  markup`<p>A provider's page opens from the app. A switch makes the next call to the provider fail: before anything was done, or after the money has moved there; or its answer is lost, and it is asked again within a minute or two.</p>
    ${table(
      'Games',
      ['Game', 'Opens by', 'Do'],
      all.map(
        ({ code, name, launch }) =>
          markup`<tr>
            <td><a href="/sandbox/games/${code}">${inLocale(name, locale)}</a><small>${code}</small></td>
            <td>${launches[launch]}</td>
            <td>${failing(`game:${code}`, isArmed, `Fail next ${code}`)}
              ${failing(`game:${code}:after`, isArmed, `Fail after moving ${code}`)}
              ${failing(`game:${code}:lost`, isArmed, `Lose next answer of ${code}`)}</td>
          </tr>`,
      ),
      'None yet.',
    )}`

const platforms = { android: 'Android', ios: 'iOS' }
type Platform = keyof typeof platforms

export const isPlatform = (name: string): name is Platform => Object.hasOwn(platforms, name)

export const appPage = (name: string, platform: Platform): Markup =>
  markup`<p>Here the provider would offer ${name} for <strong>${platforms[platform]}</strong>.</p>`

export const signInForm = ({ code }: Game, isRefused: boolean): Markup =>
  markup`${isRefused ? markup`<p class="flash bad" role="alert">The provider refused this sign-in.</p>` : ''}
    <p>Nobody has signed in here yet. Open the game from the app, or sign in with the game account.</p>
    <form method="post" action="/sandbox/games/${code}">
      <label>Username <input name="username" required autocomplete="off" /></label>
      <label>Password <input name="password" type="password" required autocomplete="off" /></label>
      <button>Sign in</button>
    </form>`

const arrivals = { link: 'Signed in by a one-time link', form: 'Signed in by a form' }

interface Table {
  /** Names the visit. */
  secret: string
  /** Satang. */
  balance: number
  /** The round that is reported next; a new one by default. */
  next?: { round: string; amount: string }
}

export function gameTable(
  game: Game,
  visit: GameVisit,
  { secret, balance, next = { round: randomUUID(), amount: '50' } }: Table,
): Markup {
  const fields = Object.entries(visit.fields)
  return markup`<p>${arrivals[visit.by]} as <strong>${visit.username}</strong></p>
    ${
      fields.length === 0
        ? ''
        : markup`<p>Sent along with the form:</p>
            <ul>
              ${fields.map(([name, value]) => markup`<li>${name}: ${value}</li>`)}
            </ul>`
    }
    <p>Balance in the game</p>
    <p class="balance" data-balance>${showBaht(balance)}</p>
    <form method="post" action="/sandbox/games/${game.code}/rounds">
      <input type="hidden" name="visit" value="${secret}" />
      <input type="hidden" name="round" value="${next.round}" />
      <label>Amount in baht <input name="amount" inputmode="decimal" value="${next.amount}" size="8" required autocomplete="off" /></label>
      <button name="result" value="win">Win</button>
      <button name="result" value="lose" data-kind="quiet">Lose</button>
    </form>`
}
