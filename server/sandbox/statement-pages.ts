import { desc, eq, ilike } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { partOf } from '../database/query.ts'
import { members } from '../database/schema/members.ts'
import { statements } from '../database/schema/statements.ts'
import type { ServerEnv } from '../http/server-env.ts'
import type { Flash } from './flash-messages.ts'
import { readForm } from './form.ts'
import { type Listed, newest, READ_ROWS } from './listed.ts'
import { markup, type Markup, section, showBaht, showTime, table } from './markup.ts'
import { page } from './page.ts'

/** Fewer characters would find half the site. */
const MIN_PART = 4
const MAX_PART = 100

/** Rows of any member's statement whose reference has this part, the newest first. */
const findRows = (db: Database, part: string) =>
  db
    .select({ row: statements, phone: members.username })
    .from(statements)
    .innerJoin(members, eq(members.id, statements.memberId))
    .where(ilike(statements.reference, partOf(part)))
    .orderBy(desc(statements.createdAt), desc(statements.id))
    .limit(READ_ROWS)

type Found = Listed<Awaited<ReturnType<typeof findRows>>[number]>
type Row = Found['rows'][number]['row']

const form = (part: string): Markup =>
  section(
    'find',
    'Find a row by its reference',
    markup`<form method="post" action="/sandbox/statement">
    <label>A part of the reference <input name="part" required minlength="${MIN_PART}" maxlength="${MAX_PART}" autocomplete="off" value="${part}" /></label>
    <button>Find</button>
  </form>`,
  )

/** Between which accounts the money went, as far as the row says. */
const wayOf = ({ from, to }: Row): Markup | '' =>
  from || to ? markup`<small>${from ? `from ${from}` : ''} ${to ? `to ${to}` : ''}</small>` : ''

const result = ({ rows, more }: Found): Markup =>
  section(
    'found',
    'Rows found',
    table(
      'Rows found',
      ['When and who', 'What', 'Reference'],
      rows.map(
        ({ row, phone }) => markup`<tr>
        <td>${phone}<small>${showTime(row.createdAt)}</small></td>
        <td>${row.type} ${showBaht(row.amount)}${wayOf(row)}<small>${row.status}</small></td>
        <td>${row.reference ?? ''}<small>${row.note ?? ''}</small></td>
      </tr>`,
      ),
      'No reference has that part. Have the member read it again, or try a shorter part.',
      more,
    ),
  )

/** Finds what a member who calls reads from a receipt. */
export function statementPages({ db }: AppContext): Hono<ServerEnv> {
  const show = (body: Markup, flash?: Flash) => page({ title: 'Statement', body, flash })
  return new Hono<ServerEnv>()
    .get('/', (c) => c.html(show(form(''))))
    .post('/', async (c) => {
      const { part: typed = '' } = await readForm(c)
      const part = typed.trim()
      if (part.length < MIN_PART || part.length > MAX_PART)
        return c.html(
          show(form(part), {
            text: `Nothing was searched: please type ${MIN_PART} to ${MAX_PART} characters of the reference.`,
            isBad: true,
          }),
        )
      return c.html(show(markup`${form(part)}${result(newest(await findRows(db, part)))}`))
    })
}
