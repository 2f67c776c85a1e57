import type { Context } from 'hono'
import type { AppContext } from '../context.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { lastAudit } from '../ledger/audit-results.ts'
import { auditSection, smsSection } from './console-view.ts'
import { creditedText } from './deposits/credited-text.ts'
import { qrList } from './deposits/qr-list.ts'
import { qrSection } from './deposits/qr-view.ts'
import { sentTexts, transferList } from './lists.ts'
import { markup } from './markup.ts'
import { showPage } from './page.ts'
import { placesIn } from './places.ts'
import type { RefusedForm } from './refused-form.ts'
import { twiceSection } from './transfers/paid-twice-view.ts'
import { stuckSection } from './transfers/stuck-view.ts'
import { suspectedSection, unclaimedSection } from './transfers/suspected-view.ts'
import { transferForm, transferSection } from './transfers/transfer-view.ts'
import { withdrawalList } from './transfers/withdrawal-list.ts'
import { contradictedSection, unsaidSection, withdrawalSection } from './transfers/withdrawal-view.ts'
import {
  contradictedList,
  stuckList,
  suspectedList,
  twiceList,
  unclaimedList,
  unsaidList,
} from './waiting-lists.ts'

/** The first page: the audit of the books, sent SMS, and what waits for a bank, a payment channel or a person. */
export const firstPage =
  ({ db, clock, config }: AppContext) =>
  async (c: Context<ServerEnv>, refused?: RefusedForm): Promise<Response> => {
    const audit = await lastAudit(db)
    const isOff = !config.payouts
    const stop = isOff
      ? 'payouts are off'
      : audit && audit.problemCount > 0
        ? 'the books are not right'
        : null
    const places = placesIn(c)
    const now = clock.now()
    const body = markup`${auditSection(audit, isOff, places)}
      ${suspectedSection(await suspectedList(db, places.suspected), places)}
      ${twiceSection(await twiceList(db, places.twice), places)}
      ${unclaimedSection(await unclaimedList(db, places.unclaimed), places, refused)}
      ${stuckSection(await stuckList(db, places.stuck), places)}
      ${contradictedSection(await contradictedList(db, places.contradicted), places)}
      ${smsSection(await sentTexts(db))}
      ${qrSection(await qrList(db, places.qr), now, places)}
      ${config.country === 'LA' ? unsaidSection(await unsaidList(db, places.unsaid), places) : ''}
      ${withdrawalSection(await withdrawalList(db, places.withdrawals), { now, stop, places })}
      ${transferForm(places, refused)}
      ${transferSection(await transferList(db), places)}`
    return showPage(
      c,
      { title: 'Console', body, isLive: true, told: await creditedText(db, c) },
      refused?.why,
    )
  }
