import type { Localized } from '../database/localized.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { markup, type Markup, textArea } from './markup.ts'
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
  const words = wordsIn(stored, locale)
  const now = isStale ? [...new Set([locale, site])] : []
  return markup`<input type="hidden" name="shown-${name}" value="${shownText(stored, locale, site)}" />
    ${textArea(siteTexts[name].label, markup`name="${name}"`, typed ?? words)}
    ${now.map((one) => textArea(`Stored now in ${languages[one]}`, markup`readonly`, wordsIn(stored, one)))}`
}

export const textForm = (action: string, fields: readonly TextField[], shown: Languages): Markup =>
  markup`<form method="post" action="${action}">
    <input type="hidden" name="language" value="${shown.locale}" />
    ${fields.map((field) => fieldOf(field, shown))}
    <button>Save</button>
  </form>`
