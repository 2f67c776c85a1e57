import { BREAK_HOURS, EXCLUSION_MONTHS, MAX_CHECK_MINUTES } from '../database/settings.ts'
import type { ListOf } from './listed.ts'
import type { breakList } from './lists.ts'
import { cell, markup, type Markup, section, showTime, table, textArea } from './markup.ts'
import { restOf } from './paged-view.ts'
import { placed, type Places } from './places.ts'
import { type Filled, inputField, settingField } from './setting-form.ts'

const HERE = '/sandbox/limits'

export const breakSection = (list: ListOf<typeof breakList>, places: Places): Markup =>
  section(
    'breaks',
    'Breaks',
    table(
      'Members who have a break now',
      ['Phone', 'Kind', 'Since', 'Until'],
      list.rows.map(
        ({ phone, kind, startsAt, endsAt }) =>
          markup`<tr><td>${phone}</td><td>${kind === 'exclusion' ? 'Self-exclusion' : 'Break'}</td>${cell('Since', showTime(startsAt))}${cell('Until', showTime(endsAt))}</tr>`,
      ),
      'Nobody has a break.',
      restOf(list, HERE, 'breaks', places),
    ),
  )

const box = (label: string, name: string, filled: Filled): Markup =>
  settingField(
    filled,
    name,
    label,
    (words, attributes, value) =>
      markup`<label><input type="checkbox" ${attributes} ${value === 'on' ? markup`checked` : ''} /> ${words}</label>`,
  )

const field = (label: string, name: string, filled: Filled, mode = 'text'): Markup =>
  inputField(filled, name, label, markup`inputmode="${mode}"`)

export const offeredSection = (filled: Filled, places: Places): Markup =>
  section(
    'offered',
    'What members may set themselves',
    markup`<p>What was set stays in force where it is no longer offered.</p>
    <form method="post" action="${placed(HERE, places)}">
      ${box('Limits of deposits', 'deposit', filled)}
      ${box('Limits of losses', 'loss', filled)}
      ${box('Limits of the time at play', 'time', filled)}
      ${field(`Breaks, in hours (${BREAK_HOURS.join(' to ')}), a comma between them`, 'breakHours', filled)}
      ${field(`Self-exclusions, in months (${EXCLUSION_MONTHS.join(' to ')}), a comma between them`, 'exclusionMonths', filled)}
      <button>Save</button>
    </form>`,
  )

export const checkSection = (filled: Filled, places: Places): Markup =>
  section(
    'reality',
    'Reality checks',
    markup`<p>After so many minutes of play the app asks whether to go on. 0 is never: leave it out to have everybody asked.</p>
    <form method="post" action="${placed(`${HERE}/reality-checks`, places)}">
      ${field(`To choose from, in minutes (0 to ${MAX_CHECK_MINUTES}), a comma between them`, 'offered', filled)}
      ${field('For who has not chosen, in minutes: one of these', 'usual', filled, 'numeric')}
      <button>Save</button>
    </form>`,
  )

export const helpSection = (filled: Filled, places: Places): Markup =>
  section(
    'help',
    'Whom to call for help',
    markup`<p>One a line: TH or LA | phone | name in Thai | in Lao | in English | hours in Thai | in Lao | in English.</p>
    <form method="post" action="${placed(`${HERE}/help`, places)}">
      ${settingField(filled, 'lines', 'Lines', textArea)}
      <button>Save</button>
    </form>`,
  )
