import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { type Locale, locales } from '#lib/text/locale-codes.ts'
import type { Database } from '../database/database.ts'
import { siteLocale } from '../http/locale.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { change } from './change-setting.ts'
import { backTo, readForm } from './form.ts'
import { markup } from './markup.ts'
import { showPage } from './page.ts'
import { isTyped, linesOf, shownIn } from './shown-field.ts'
import { shownText, siteTexts, textNames, wordsIn, withTyped } from './site-texts.ts'
import { languages, type TextField, textForm } from './text-view.ts'

const HERE = '/sandbox/texts'

/** The pages on which a person edits the site's texts, as markup, in one language at a time. */
export function textPages(app: AppContext): Hono<ServerEnv> {
  const { db } = app
  const pages = new Hono<ServerEnv>()
  const site = siteLocale(app.config)
  const readLocale = (name: string | undefined) => locales.find((locale) => locale === name) ?? site

  /** Each text as it is stored, and what the form says of it. A text is changed only if something else was typed than was shown. */
  async function readTexts(from: Database, locale: Locale, form: Record<string, string> = {}) {
    const fields: TextField[] = []
    for (const name of textNames) {
      const stored = await siteTexts[name].read(from)
      const typed = linesOf(form[name] ?? '')
      const shown = shownIn(form, name)
      const isChanged = name in form && isTyped(typed, shown) && typed !== wordsIn(stored, locale)
      const isStale = shown !== shownText(stored, locale, site)
      const changed = () => ({ typed, isStale, after: withTyped(name, stored, { typed, locale, site }) })
      fields.push({ name, stored, ...(isChanged && changed()) })
    }
    return fields
  }

  const bodyOf = (fields: readonly TextField[], locale: Locale) => ({
    title: `Texts in ${languages[locale]}`,
    part: 'Texts',
    body: markup`<nav aria-label="Languages">${locales.map((one) => markup`<a href="${HERE}?language=${one}" ${one === locale ? markup`aria-current="page"` : ''}>${languages[one]}</a>`)}</nav>
      <p>Where a text is missing in ${languages[locale]}, its reader is shown another language.</p>
      ${textForm(HERE, fields, { locale, site })}`,
  })

  pages.get('/', async (c) => {
    const locale = readLocale(c.req.query('language'))
    return showPage(c, bodyOf(await readTexts(db, locale), locale))
  })

  /** Fields that the form leaves out stay unchanged. All that were changed are saved, or none. */
  pages.post('/', async (c) => {
    const form = await readForm(c)
    const locale = readLocale(form['language'])
    const refused = await change(c, app, async (tx, operator) => {
      const fields = await readTexts(tx, locale, form)
      if (fields.some(({ isStale, after }) => isStale || after === null)) return fields
      for (const { name, after } of fields) if (after) await siteTexts[name].write(tx, operator, after)
      return null
    })
    if (!refused) return backTo(c, `${HERE}?language=${locale}`, 'saved')
    const refusal = refused.some(({ isStale }) => isStale) ? 'stale' : 'malformed'
    return showPage(c, bodyOf(refused, locale), refusal)
  })

  return pages
}
