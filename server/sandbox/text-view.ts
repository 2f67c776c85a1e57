import type { Localized } from '../database/localized.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { markup, type Markup, textArea } from './markup.ts'
import { shownField } from './shown-field.ts'
import { shownText, siteTexts, type TextName, wordsIn } from './site-texts.ts'

export const languages: Record<Locale, string> = { th: 'Thai', la: 'Lao', en: 'English' }

/** A text in the form. What is stored is no longer what the form showed if it `isStale`. */
export interface TextField {
  name: TextName
  stored: readonly Localized[]
  /** What the operator wants to have in its place. */
  typed?: string
  isStale?: boolean
  /** What is stored after that; null if that cannot be. */
  after?: readonly Localized[] | null
}

interface Languages {
  locale: Locale
  site: Locale
}

function fieldOf({ name, stored, typed, isStale = false }: TextField, { locale, site }: Languages): Markup {
  const { label } = siteTexts[name]
  const field = textArea(label, markup`name="${name}"`, typed ?? wordsIn(stored, locale))
  const now = (one: Locale) =>
    textArea(`${label}: stored now in ${languages[one]}`, markup`readonly`, wordsIn(stored, one))
  const beside = isStale ? [...new Set([locale, site])].map(now) : []
  return shownField(name, shownText(stored, locale, site), field, beside)
}

export const textForm = (action: string, fields: readonly TextField[], shown: Languages): Markup =>
  markup`<form method="post" action="${action}">
    <input type="hidden" name="language" value="${shown.locale}" />
    ${fields.map((field) => fieldOf(field, shown))}
    <button>Save</button>
  </form>`
