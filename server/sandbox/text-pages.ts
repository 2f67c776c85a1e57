import { asc } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { transact } from '../database/query.ts'
import { agreements } from '../database/schema/site.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { readSetting } from '../database/settings.ts'
import { changeSetting, recordChange } from './change-setting.ts'
import { backTo, byOperator, readForm } from './form.ts'
import { markup, type Markup } from './markup.ts'
import { page } from './page.ts'
import { flashText } from './flash-messages.ts'

/** Separates two agreements, on a line of its own. */
const rule = '\n---\n'

const field = (label: string, name: string, value: string): Markup =>
  markup`<label>${label} <textarea name="${name}" rows="8">${value}</textarea></label>`

/** The pages on which a person edits the site's texts, as markup. */
export function textPages(app: AppContext): Hono<ServerEnv> {
  const { db } = app
  const pages = new Hono<ServerEnv>()

  pages.get('/', async (c) => {
    const rows = await db.select({ html: agreements.html }).from(agreements).orderBy(asc(agreements.position))
    const body = markup`<form method="post" action="/sandbox/texts">
      ${field('Agreements, with --- between them', 'agreements', rows.map(({ html }) => html).join(rule))}
      ${field('Conditions', 'conditions', await readSetting(db, 'conditions'))}
      ${field('Terms of every bonus', 'notice', await readSetting(db, 'notice'))}
      ${field('How to reach us', 'contactText', (await readSetting(db, 'contact')).contactText)}
      <button>Save</button>
    </form>`
    return c.html(page({ title: 'Texts', body, flash: flashText(c.req.query('flash')) }))
  })

  /** Fields that the form leaves out stay unchanged. */
  pages.post('/', async (c) => {
    const { agreements: agreed, conditions, notice, contactText } = await readForm(c)
    await transact(db, async (tx) => {
      const operator = byOperator(c, app)
      if (conditions !== undefined) await changeSetting(tx, operator, 'conditions', conditions)
      if (notice !== undefined) await changeSetting(tx, operator, 'notice', notice)
      if (contactText !== undefined) {
        const contact = { ...(await readSetting(tx, 'contact')), contactText }
        await changeSetting(tx, operator, 'contact', contact)
      }
      if (agreed === undefined) return
      const earlier = await tx.delete(agreements).returning()
      const texts = agreed.replaceAll('\r\n', '\n').split(rule)
      const rows = texts.flatMap((html, position) => (html.trim() === '' ? [] : { html, position }))
      const htmlOf = ({ html }: { html: string }) => html
      await recordChange(
        tx,
        operator,
        'agreements',
        earlier.toSorted((a, b) => a.position - b.position).map(htmlOf),
        rows.map(htmlOf),
      )
      if (rows.length > 0) await tx.insert(agreements).values(rows)
    })
    return backTo(c, '/sandbox/texts', 'saved')
  })

  return pages
}
