import { hashOf } from '../auth/tokens.ts'
import type { Setting, SettingKey } from '../database/settings.ts'
import type { Fields } from './form.ts'
import { markup, type Markup } from './markup.ts'
import { isTyped, linesOf, shownField, shownIn } from './shown-field.ts'

/** A setting as the fields of a form. */
export interface SettingForm<Key extends SettingKey> {
  /** Where the form is sent, after the page's own address. */
  path: string
  /** Every field of the form; one that the form leaves out, as an empty box is, counts as empty. */
  fieldsOf: (setting: Setting<Key>) => Fields
  /** Null if the setting cannot be that. */
  settingIn: (fields: Fields) => Setting<Key> | null
}

/** What a form shows of a setting. */
export interface Filled {
  /** The setting's fields as they are stored. */
  stored: Fields
  /** What is wanted in the place of some of them. */
  typed: Fields
  /** Those of these that somebody else has changed since the form showed them. */
  stale: readonly string[]
}

export const untouched = (stored: Fields): Filled => ({ stored, typed: {}, stale: [] })

/** A field changes only if something else was typed than was shown. */
export function filledBy(sent: Fields, stored: Fields): Filled {
  const typed: Fields = {}
  const stale: string[] = []
  for (const [name, now] of Object.entries(stored)) {
    const wanted = linesOf(sent[name] ?? '')
    const shown = shownIn(sent, name)
    if (wanted === now || !isTyped(wanted, shown)) continue
    typed[name] = wanted
    if (shown !== hashOf(now)) stale.push(name)
  }
  return { stored, typed, stale }
}

type Draw = (label: string, attributes: Markup, value: string) => Markup

/** A field of such a form; and what is stored now of one that is stale, drawn by `draw` too. */
export function settingField(
  { stored, typed, stale }: Filled,
  name: string,
  label: string,
  draw: Draw,
): Markup {
  const now = stored[name] ?? ''
  const field = draw(label, markup`name="${name}"`, typed[name] ?? now)
  const beside = stale.includes(name) ? [draw(`${label}: stored now`, markup`readonly`, now)] : []
  return shownField(name, hashOf(now), field, beside)
}

/** A setting's field of one line. `more`: further attributes of its input. */
export const inputField = (filled: Filled, name: string, label: string, more: Markup): Markup =>
  settingField(
    filled,
    name,
    label,
    (words, attributes, value) =>
      markup`<label>${words} <input ${attributes} ${more} autocomplete="off" value="${value}" /></label>`,
  )
