import { asc } from 'drizzle-orm'
import { hashOf } from '../auth/tokens.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Localized } from '../database/localized.ts'
import { agreements } from '../database/schema/site.ts'
import { readSetting } from '../database/settings.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { changeSetting, type Operator, recordChange } from './change-setting.ts'
import { linesOf } from './shown-field.ts'

/** A text of the site that an operator edits in one field; only that of the agreements holds several. */
interface SiteText {
  label: string
  read: (db: Database) => Promise<Localized[]>
  write: (tx: Transaction, operator: Operator, texts: readonly Localized[]) => Promise<void>
  /** The words of each that a field holds. */
  split: (typed: string) => string[]
}

const inSetting = (label: string, key: 'conditions' | 'notice'): SiteText => ({
  label,
  read: async (db) => [await readSetting(db, key)],
  write: (tx, operator, [text = {}]) => changeSetting(tx, operator, key, text),
  split: (typed) => [typed],
})

const readAgreements = async (db: Database) => {
  const rows = await db.select({ html: agreements.html }).from(agreements).orderBy(asc(agreements.position))
  return rows.map(({ html }) => html)
}

/** The site's texts, by the names of their fields. */
export const siteTexts = {
  agreements: {
    label: 'Agreements, with --- between them',
    read: readAgreements,
    async write(tx, operator, texts) {
      await recordChange(tx, operator, 'agreements', await readAgreements(tx), texts)
      await tx.delete(agreements)
      const rows = texts.map((html, position) => ({ html, position }))
      if (rows.length > 0) await tx.insert(agreements).values(rows)
    },
    split: (typed) => typed.split(/\n?^---[ \t]*$\n?/mu),
  },
  conditions: inSetting('Conditions', 'conditions'),
  notice: inSetting('Terms of every bonus', 'notice'),
  contactText: {
    label: 'How to reach us',
    read: async (db) => [(await readSetting(db, 'contact')).contactText],
    write: async (tx, operator, [contactText = {}]) =>
      changeSetting(tx, operator, 'contact', { ...(await readSetting(tx, 'contact')), contactText }),
    split: (typed) => [typed],
  },
} satisfies Record<string, SiteText>

export type TextName = keyof typeof siteTexts
export const textNames = Object.keys(siteTexts) as TextName[]

/** What a field shows of these texts. */
export const wordsIn = (texts: readonly Localized[], locale: Locale): string =>
  linesOf(texts.map((text) => text[locale] ?? '').join('\n---\n'))

/** What a form showed of these texts, for it to send: a translation's too, and what it translates. */
export const shownText = (texts: readonly Localized[], locale: Locale, site: Locale): string =>
  [locale, site].map((one) => hashOf(wordsIn(texts, one))).join('/')

/**
 * The texts with what is typed in a language: in the site's these are all; in another they are translations of those that there are, in
 * their order. Null if they are not as many.
 */
export function withTyped(
  name: TextName,
  before: readonly Localized[],
  { typed, locale, site }: { typed: string; locale: Locale; site: Locale },
): Localized[] | null {
  const words = siteTexts[name].split(typed)
  if (locale === site) {
    const said = name === 'agreements' ? words.filter((html) => html.trim() !== '') : words
    // The translations of earlier words may say something else.
    return said.map((one) => before.find((text) => text[site] === one) ?? { [site]: one })
  }
  if (words.length !== before.length) return null
  return before.map((text, index) => {
    const { [locale]: _, ...others } = text
    return words[index] ? { ...others, [locale]: words[index] } : others
  })
}
