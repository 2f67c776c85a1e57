import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { unclaimedPages } from './deposits/unclaimed-pages.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { auditBooks } from '../jobs/ledger-audits.ts'
import { firstPage } from './first-page.ts'
import { backTo, byOperator } from './form.ts'
import { transferPages } from './transfers/transfer-pages.ts'

/** The first page, with the forms that it shows again where they are refused, and the audit of the books. */
export function consolePages(app: AppContext): Hono<ServerEnv> {
  const pages = new Hono<ServerEnv>()
  const show = firstPage(app)

  pages.get('/', (c) => show(c))
  pages.route('/transfers', transferPages(app, show))
  pages.route('/unclaimed', unclaimedPages(app, show))

  pages.post('/audit', async (c) => {
    const audit = await auditBooks(app, byOperator(c, app))
    if (!audit) return backTo(c, '/sandbox', 'auditing')
    return backTo(c, '/sandbox', audit.problemCount === 0 ? 'clean' : 'wrong')
  })

  return pages
}
