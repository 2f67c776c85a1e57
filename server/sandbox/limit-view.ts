import type { Fields } from './form.ts'
import type { ListOf } from './listed.ts'
import type { breakList } from './lists.ts'
import { markup, type Markup, section, showTime, table, textArea } from './markup.ts'

const HERE = '/sandbox/limits'

export const breakSection = ({ rows, more }: ListOf<typeof breakList>): Markup =>
  section(
    'breaks',
    'Breaks',
    table(
      'Members who have a break now',
      ['Phone', 'Kind', 'Since', 'Until'],
      rows.map(
        ({ phone, kind, startsAt, endsAt }) =>
          markup`<tr><td>${phone}</td><td>${kind === 'exclusion' ? 'Self-exclusion' : 'Break'}</td><td>${showTime(startsAt)}</td><td>${showTime(endsAt)}</td></tr>`,
      ),
      'Nobody has a break.',
      more,
    ),
  )

const box = (label: string, name: string, fields: Fields): Markup =>
  markup`<label><input type="checkbox" name="${name}" ${fields[name] === 'on' ? markup`checked` : ''} /> ${label}</label>`

export const offeredSection = (fields: Fields): Markup =>
  section(
    'offered',
    'What members may set themselves',
    markup`<p>What was set stays in force where it is no longer offered.</p>
    <form method="post" action="${HERE}">
      ${box('Limits of deposits', 'deposit', fields)}
      ${box('Limits of losses', 'loss', fields)}
      ${box('Limits of the time at play', 'time', fields)}
      <label>Breaks, in hours (2 to 1008) <input name="breakHours" autocomplete="off" value="${fields['breakHours'] ?? ''}" /></label>
      <label>Self-exclusions, in months (6 to 120) <input name="exclusionMonths" autocomplete="off" value="${fields['exclusionMonths'] ?? ''}" /></label>
      <button>Save</button>
    </form>`,
  )

export const checkSection = (fields: Fields): Markup =>
  section(
    'reality',
    'Reality checks',
    markup`<p>After so many minutes of play the app asks whether to go on. 0 is never: leave it out to have everybody asked.</p>
    <form method="post" action="${HERE}/reality-checks">
      <label>Minutes to choose from (0 to 240) <input name="offered" autocomplete="off" value="${fields['offered'] ?? ''}" /></label>
      <label>For who has not chosen <input name="usual" inputmode="numeric" autocomplete="off" value="${fields['usual'] ?? ''}" /></label>
      <button>Save</button>
    </form>`,
  )

export const helpSection = (fields: Fields): Markup =>
  section(
    'help',
    'Whom to call for help',
    markup`<p>One a line: TH or LA | phone | name in Thai | in Lao | in English | hours in Thai | in Lao | in English.</p>
    <form method="post" action="${HERE}/help">
      ${textArea('Lines', markup`name="lines"`, fields['lines'] ?? '')}
      <button>Save</button>
    </form>`,
  )
