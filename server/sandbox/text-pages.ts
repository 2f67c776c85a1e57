import { asc } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { type Locale, locales } from '#lib/text/locale-codes.ts'
import type { Localized } from '../database/localized.ts'
import { transact } from '../database/query.ts'
import { agreements } from '../database/schema/site.ts'
import { siteLocale } from '../http/locale.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { readSetting } from '../database/settings.ts'
import { changeSetting, recordChange } from './change-setting.ts'
import { backTo, byOperator, readForm } from './form.ts'
import { markup, type Markup } from './markup.ts'
import { showPage } from './page.ts'

/** Separates two agreements, on a line of its own. */
const rule = '\n---\n'

const HERE = '/sandbox/texts'

const languages: Record<Locale, string> = { th: 'Thai', la: 'Lao', en: 'English' }

const field = (label: string, name: string, value = ''): Markup =>
  markup`<label>${label} <textarea name="${name}" rows="8">${value}</textarea></label>`

/** The pages on which a person edits the site's texts, as markup, in one language at a time. */
export function textPages(app: AppContext): Hono<ServerEnv> {
  const { db } = app
  const pages = new Hono<ServerEnv>()
  const site = siteLocale(app.config)
  const readLocale = (name: string | undefined) => locales.find((locale) => locale === name) ?? site

  /** The text with other words in a language. No words: not translated, unless it is the site's language. */
  const withWords = (text: Localized, locale: Locale, typed: string): Localized => {
    const words = linesOf(typed)
    // The translations of earlier words may say something else.
    if (locale === site) return words === text[site] ? text : { [site]: words }
    const { [locale]: _, ...others } = text
    return words === '' ? others : { ...others, [locale]: words }
  }

  /** In the site's language these are all agreements; in another, translations of those that there are, in their order. */
  const withAgreements = (before: readonly Localized[], locale: Locale, words: readonly string[]) =>
    locale === site
      ? words.flatMap((html) =>
          html.trim() === '' ? [] : (before.find((text) => text[site] === html) ?? { [site]: html }),
        )
      : before.map((text, index) => withWords(text, locale, words[index] ?? ''))

  const readAgreements = (from: Database) =>
    from.select({ html: agreements.html }).from(agreements).orderBy(asc(agreements.position))

  pages.get('/', async (c) => {
    const locale = readLocale(c.req.query('language'))
    const agreed = (await readAgreements(db)).map(({ html }) => html[locale] ?? '')
    const body = markup`<p>${locales.map((one) => markup`<a href="${HERE}?language=${one}">${languages[one]}</a> `)}</p>
      <p>Where a text is missing in ${languages[locale]}, its reader is shown another language.</p>
      <form method="post" action="${HERE}">
      <input type="hidden" name="language" value="${locale}" />
      ${field('Agreements, with --- between them', 'agreements', agreed.join(rule))}
      ${field('Conditions', 'conditions', (await readSetting(db, 'conditions'))[locale])}
      ${field('Terms of every bonus', 'notice', (await readSetting(db, 'notice'))[locale])}
      ${field('How to reach us', 'contactText', (await readSetting(db, 'contact')).contactText[locale])}
      <button>Save</button>
    </form>`
    const title = `Texts in ${languages[locale]}`
    return showPage(c, { title, body })
  })

  /** Fields that the form leaves out stay unchanged. */
  pages.post('/', async (c) => {
    const { language, agreements: agreed, conditions, notice, contactText } = await readForm(c)
    const locale = readLocale(language)
    await transact(db, async (tx) => {
      const operator = byOperator(c, app)
      for (const [key, words] of [
        ['conditions', conditions],
        ['notice', notice],
      ] as const) {
        if (words !== undefined)
          await changeSetting(tx, operator, key, withWords(await readSetting(tx, key), locale, words))
      }
      if (contactText !== undefined) {
        const contact = await readSetting(tx, 'contact')
        const changed = { ...contact, contactText: withWords(contact.contactText, locale, contactText) }
        await changeSetting(tx, operator, 'contact', changed)
      }
      if (agreed === undefined) return
      const before = (await readAgreements(tx)).map(({ html }) => html)
      const after = withAgreements(before, locale, linesOf(agreed).split(rule))
      await recordChange(tx, operator, 'agreements', before, after)
      await tx.delete(agreements)
      const rows = after.map((html, position) => ({ html, position }))
      if (rows.length > 0) await tx.insert(agreements).values(rows)
    })
    return backTo(c, `${HERE}?language=${locale}`, 'saved')
  })

  return pages
}

/** A form sends each line's end as two characters. */
const linesOf = (typed: string) => typed.replaceAll('\r\n', '\n')
