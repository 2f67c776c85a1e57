import { type Context, Hono } from 'hono'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import { memberIdOf } from '../../auth/member-by-phone.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { localeOf } from '../../http/locale.ts'
import { activeWheel } from '../../modules/spinwheel/spin-service.ts'
import type { SandboxControls } from '../../providers/sandbox/sandbox-controls.ts'
import { backTo, byOperator, readForm } from '../form.ts'
import { spinList } from '../lists.ts'
import { showPage } from '../page.ts'
import { type RefusedForm, typedIn } from '../refused-form.ts'
import { wheelView } from './wheel-view.ts'

const HERE = '/sandbox/wheel'

/** The wheel's odds, past spins, and the forced result of a member's next spin. */
export function wheelPages(app: AppContext, { forcedSpins }: SandboxControls): Hono<ServerEnv> {
  const { db } = app
  const pages = new Hono<ServerEnv>()

  async function show(c: Context<ServerEnv>, refused?: RefusedForm) {
    const slices = (await activeWheel(db))?.slices ?? []
    const typed = typedIn(refused, '/landing')
    const body = wheelView(slices, await spinList(db), localeOf(c, app.config), typed)
    return showPage(c, { title: 'Wheel', body, isLive: true }, refused?.why)
  }

  pages.get('/', (c) => show(c))

  pages.post('/landing', async (c) => {
    const fields = await readForm(c)
    const { phone = '', slice = '' } = fields
    const wheel = await activeWheel(db)
    if (!wheel?.slices.some(({ code }) => code === slice)) return backTo(c, HERE, 'unknown')
    const memberId = await memberIdOf(db, phone.trim())
    if (memberId === undefined) return show(c, { path: '/landing', fields, why: 'nobody' })
    forcedSpins.set(memberId, slice)
    const aimed = { kind: 'spin-aimed', memberId, after: { slice } } as const
    await record(db, { ...byOperator(c, app), ...aimed })
    return backTo(c, HERE, 'aimed')
  })

  return pages
}
