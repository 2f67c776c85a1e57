import { asc, eq } from 'drizzle-orm'
import * as contract from '#api/contract/lookup.ts'
import { inLocale } from '../../database/localized.ts'
import { agreements, banks, sources } from '../../database/schema/site.ts'
import { route, type Route } from '../../http/route.ts'
import { arePayoutsStopped } from '../../ledger/audit-results.ts'
import { pendingGoals } from '../../deposits/turnover.ts'
import { usualHeldUntil } from '../withdraw/withdraw-hold.ts'
import { MAX_PENDING } from '../withdraw/withdraw-service.ts'
import { depositPlaces } from './deposit-places.ts'
import { readSetting } from '../../database/settings.ts'

export const routes: readonly Route[] = [
  route(contract.lookupBanks, ({ app, db }) =>
    db
      .select({ code: banks.code, nameTH: banks.nameTH, nameEN: banks.nameEN })
      .from(banks)
      .where(eq(banks.country, app.config.country))
      .orderBy(asc(banks.position)),
  ),

  route(contract.lookupDeposit, ({ db }) => depositPlaces(db)),

  route(contract.lookupConditions, async ({ db, locale }) => ({
    conditions: inLocale(await readSetting(db, 'conditions'), locale),
  })),

  route(contract.lookupAgreements, async ({ db, locale }) => {
    const rows = await db.select({ html: agreements.html }).from(agreements).orderBy(asc(agreements.position))
    return rows.map(({ html }) => inLocale(html, locale))
  }),

  route(contract.lookupInfo, ({ db }) => readSetting(db, 'info')),

  route(contract.lookupNotice, async ({ db, locale }) => ({
    notice: inLocale(await readSetting(db, 'notice'), locale),
  })),

  route(contract.lookupContact, async ({ db, locale }) => {
    const contact = await readSetting(db, 'contact')
    return { ...contact, contactText: inLocale(contact.contactText, locale) }
  }),

  route(contract.lookupWithdraw, async ({ app, db, member }) => {
    const { min, max } = await readSetting(db, 'withdraw')
    const holdUntil = await usualHeldUntil(db, member, app.clock.now())
    const { toPlay } = await pendingGoals(db, member.id, 'withdrawal')
    const proofAbove = await readSetting(db, 'withdrawProofAbove')
    return {
      withdrawMin: min,
      withdrawMax: max,
      maxPending: MAX_PENDING,
      ...(holdUntil && { holdUntil }),
      ...((await arePayoutsStopped(app)) && { payoutsStopped: true }),
      ...(toPlay > 0 && { toPlay }),
      ...(proofAbove > 0 && { proofAbove }),
    }
  }),

  route(contract.lookupSlip, ({ db }) => readSetting(db, 'slip')),

  route(contract.lookupSources, async ({ db, locale }) => {
    const rows = await db.select().from(sources).orderBy(asc(sources.position))
    return rows.map(({ code, description }) => ({ code, description: inLocale(description, locale) }))
  }),

  route(contract.lookupActive, async ({ db }) => ({ active: await readSetting(db, 'active') })),

  route(contract.lookupRegisterOtp, async ({ db }) => ({ enabled: await readSetting(db, 'registerOTP') })),

  route(contract.lookupEnableChatWidget, async ({ db }) => ({
    enabled: await readSetting(db, 'enableChatWidget'),
  })),
]
