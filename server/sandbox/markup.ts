import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { formatInBangkok } from '#lib/bangkok.ts'
import { formatMoney } from '#lib/money/money.ts'

export type Markup = HtmlEscapedString

/** Markup with every value escaped. Hono's own tag, typed for synchronous values. */
export const markup = html as (strings: TemplateStringsArray, ...values: unknown[]) => Markup

export const showTime = (at: Date): string => formatInBangkok(at, 'dd/MM/yyyy HH:mm:ss')
export const showBaht = formatMoney

/** HTML drops a newline that begins a textarea: here it is always this one, and none of the value's. */
export const textArea = (label: string, attributes: Markup, value: string): Markup =>
  markup`<label>${label} <textarea rows="8" ${attributes}>\n${value}</textarea></label>`

type Typed = Readonly<Record<string, string>>

/** What was typed in this field, if its form was refused. */
export const keptValue = (typed: Typed, name: string): Markup | '' =>
  typed[name] === undefined ? '' : markup`value="${typed[name]}"`

export const phoneField = (typed: Typed = {}): Markup =>
  markup`<label>Member's phone <input name="phone" inputmode="tel" required autocomplete="off" ${keptValue(typed, 'phone')} /></label>`

export const amountField = (typed: Typed = {}, label = 'Amount in baht'): Markup =>
  markup`<label>${label} <input name="amount" inputmode="decimal" required autocomplete="off" ${keptValue(typed, 'amount')} /></label>`

/** A select field. `options` has the text of each value, `typed` what a refused form had chosen. */
export const choice = (label: string, name: string, options: Typed, typed: Typed = {}): Markup =>
  markup`<label>${label}
    <select name="${name}">
      ${Object.entries(options).map(([value, words]) => markup`<option value="${value}" ${typed[name] === value ? markup`selected` : ''}>${words}</option>`)}
    </select>
  </label>`

/** A cell that says its column's head itself on a phone, where the heads are not seen. */
export const cell = (head: string, value: Markup | string | number): Markup =>
  markup`<td data-head="${head}">${value}</td>`

export const hiddenFields = (fields: Typed): Markup[] =>
  Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`,
  )

/** A form with one button and hidden fields. */
export const button = (
  action: string,
  name: string,
  fields: Record<string, string> = {},
  kind: 'main' | 'quiet' = 'main',
): Markup =>
  markup`<form method="post" action="${action}">
    ${hiddenFields(fields)}<button data-kind="${kind}">${name}</button>
  </form>`

/** A part of a page, named by its heading. */
export const section = (id: string, title: string, body: Markup): Markup =>
  markup`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`

/** Says what a list does not show. */
export const moreOf = ({ more }: { more: Markup | string }): Markup | '' =>
  more === '' ? '' : markup`<p class="more">${more}</p>`

/** `more`: what there is beside the rows. */
export const table = (
  caption: string,
  heads: readonly string[],
  rows: readonly Markup[],
  none: string,
  more: Markup | string = '',
): Markup =>
  markup`${
    rows.length === 0
      ? markup`<p class="empty">${none}</p>`
      : markup`<table aria-label="${caption}">
        <thead>
          <tr>
            ${heads.map((head) => markup`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>`
  }${moreOf({ more })}`
