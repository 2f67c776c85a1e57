import { raw } from 'hono/html'
import { markup, type Markup, section, table } from './markup.ts'

/** What may be decided, as a row of a table. */
export interface Matter {
  /** Who it is about, and since when. */
  who: Markup
  what: Markup
  /** The controls that decide it. */
  act: Markup | ''
}

/** Controls have the same names in every row: each is described by these parts of its own. */
const described = (controls: Markup | '', ids: string): Markup =>
  raw(
    controls
      .toString()
      .replaceAll(
        /<(?:a|button|select|textarea|input(?! type="hidden"))(?=[\s>])/gu,
        `$& aria-describedby="${ids}"`,
      ),
  )

function matterRow({ who, what, act }: Matter, id: string): Markup {
  const ids = [`${id}-who`, `${id}-what`]
  return markup`<tr>
    <td id="${ids[0]}">${who}</td>
    <td id="${ids[1]}">${what}</td>
    <td>${described(act, ids.join(' '))}</td>
  </tr>`
}

/** The table of the section with this id. `more`: what there is beside the rows. */
export const matterTable = (
  id: string,
  caption: string,
  rows: readonly Matter[],
  none: string,
  more: Markup | string = '',
): Markup =>
  table(
    caption,
    ['When and who', 'What', 'Do'],
    rows.map((row, at) => matterRow(row, `${id}-${at + 1}`)),
    none,
    more,
  )

/** A section that lists what may be decided. */
export const matters = (
  id: string,
  title: string,
  rows: readonly Matter[],
  none: string,
  more: Markup | string = '',
): Markup => section(id, title, matterTable(id, title, rows, none, more))
