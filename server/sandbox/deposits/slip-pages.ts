import { eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { writeSlipQr } from '#lib/payments/slip-qr.ts'
import { record } from '../../auth/audit-trail.ts'
import { DAY, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { slips } from '../../database/schema/deposits.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { type SlipReason, slipReasons } from '#api/contract/slip-reasons.ts'
import { bankReferenceOf, qrOf } from '../../modules/slip/bank-reference.ts'
import { tellDeposit } from '../../modules/slip/tell-deposit.ts'
import { type Decided, decideSlip, slipDecided, type SlipVerdict } from '../../modules/slip/decide-slip.ts'
import type { SandboxControls } from '../../providers/sandbox/sandbox-controls.ts'
import { drawSlip } from './draw-slip.ts'
import { backTo, byOperator, readFields, readForm, readSatang, readWhole } from '../form.ts'
import { words } from '../form-fields.ts'
import { creditedText } from './credited-text.ts'
import { giftList } from './gift-list.ts'
import { lookAtSlip } from './look-at-slip.ts'
import { makeSlip } from './make-slip.ts'
import { showPage } from '../page.ts'
import { placesIn } from '../places.ts'
import { showLook } from './second-look.ts'
import { slipList } from './slip-list.ts'
import { slipView } from './slip-view.ts'

const HERE = '/sandbox/slips'
const YEAR = 365 * DAY

/** The pages on which slips are made and decided. */
export function slipPages(app: AppContext, { switches }: SandboxControls): Hono<ServerEnv> {
  const { db, clock } = app
  const pages = new Hono<ServerEnv>()

  pages.get('/', async (c) => {
    const places = placesIn(c)
    const body = slipView({
      slips: await slipList(db, places.slips),
      gifts: await giftList(db, places.gifts),
      places,
      made: places.slip === undefined ? undefined : qrOf(places.slip),
      isDown: switches.armed('slip:down'),
      hasCaptcha: switches.armed('slip:captcha'),
    })
    const told = await creditedText(db, c)
    return showPage(c, { title: 'Slips and gift links', body, isLive: true, told })
  })

  const decide = async (c: Context<ServerEnv>, tx: Transaction, reference: string, verdict: SlipVerdict) => {
    const end = await decideSlip(tx, reference, verdict, clock.now())
    if (end && end.status !== 'PENDING')
      await record(tx, { ...byOperator(c, app), ...slipDecided(reference, end) })
    return end
  }
  const tell = async (decided: Decided | null) => {
    if (decided && decided.status !== 'PENDING') await tellDeposit(app, decided.memberId)
  }

  /** Shows what it would book, until the form says that this was seen. */
  pages.post('/settle', async (c) => {
    const form = await readFields(c, { reference: words, amount: words, shown: words })
    const { reference, shown } = form
    const amount = readSatang(form.amount)
    if (amount === null) return backTo(c, HERE, 'amount')
    const { look, decided } = await transact(db, async (tx) => {
      const found = await lookAtSlip(tx, reference, amount, clock.now())
      if (found && found.shown !== shown) return { look: found, decided: null }
      return { look: null, decided: await decide(c, tx, reference, { status: 'SUCCESS', amount }) }
    })
    if (look) {
      const fields = { reference, amount: form.amount }
      return showLook(c, look, { action: `${HERE}/settle`, fields, back: HERE, before: shown })
    }
    await tell(decided)
    if (decided?.status === 'PENDING') return backTo(c, '/sandbox', 'suspected')
    const [slip] = await db.select().from(slips).where(eq(slips.reference, reference))
    if (!decided) return backTo(c, HERE, slip?.status === 'PENDING' ? 'unread' : 'decided')
    const isCredited = decided.status === 'SUCCESS' && decided.isCredited
    return isCredited ? backTo(c, HERE, 'credited', [slip?.transferId ?? '']) : backTo(c, HERE, 'duplicate')
  })

  pages.post('/refuse', async (c) => {
    const { reference = '', reason = '' } = await readForm(c)
    if (!slipReasons.includes(reason as SlipReason)) return backTo(c, HERE, 'unknown')
    const verdict = { status: 'FAILED', note: reason as SlipReason } as const
    const decided = await transact(db, (tx) => decide(c, tx, reference, verdict))
    await tell(decided)
    return backTo(c, HERE, decided ? 'rejected' : 'decided')
  })

  pages.post('/make', async (c) => {
    const { phone = '', amount: typed, from, to, minutes, bank } = await readForm(c)
    const amount = readSatang(typed)
    if (amount === null) return backTo(c, HERE, 'amount')
    const transferred = {
      phone: phone.trim(),
      amount,
      isFromOther: from === 'other',
      isToOther: to === 'other',
      minutesAgo: readWhole(minutes, 0, YEAR / MINUTE) ?? 0,
      isUnknown: bank === 'unknown',
    }
    const slip = await makeSlip(db, transferred, clock.now())
    return slip ? backTo(c, `${HERE}?slip=${bankReferenceOf(slip)}`, 'made') : backTo(c, HERE, 'nobody')
  })

  pages.get('/picture/:slip{[0-9]{3}:[A-Za-z0-9]{10,40}\\.png}', (c) => {
    const picture = drawSlip(writeSlipQr(qrOf(c.req.param('slip').slice(0, -'.png'.length))))
    return c.body(picture, 200, { 'Content-Type': 'image/png' })
  })

  return pages
}
