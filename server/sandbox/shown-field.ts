import { hashOf } from '../auth/tokens.ts'
import type { Fields } from './form.ts'
import { markup, type Markup } from './markup.ts'

/** A form sends each line's end as two characters. */
export const linesOf = (typed: string): string => typed.replaceAll(/\r\n?/gu, '\n')

/** A field, with what the form shows of it, for the form to send; and beside it what is stored `now`, where that has changed since. */
export const shownField = (name: string, shown: string, field: Markup, now: readonly Markup[] = []): Markup =>
  markup`<input type="hidden" name="shown-${name}" value="${shown}" />
    ${now.length > 0 ? markup`<div class="beside">${field} ${now}</div>` : field}`

/** What the form showed of the field; empty if it does not say. */
export const shownIn = (form: Fields, name: string): string => form[`shown-${name}`] ?? ''

/** Whether something else is typed than the form showed. */
export const isTyped = (typed: string, shown: string): boolean => hashOf(typed) !== shown.split('/')[0]
