import * as contract from '#api/contract/limits.ts'
import type { AppContext } from '../../context.ts'
import { inLocale } from '../../database/localized.ts'
import { members } from '../../database/schema/members.ts'
import { readSetting } from '../../database/settings.ts'
import { eq } from 'drizzle-orm'
import { ApiError, catchApiError } from '../../http/api-error.ts'
import { type Beforehand, route, type Route } from '../../http/route.ts'
import { identifyOnBreak } from './identify.ts'
import { confirmLimit, describeLimits, setLimit } from './limits-service.ts'
import { payOutOwed, readOwed } from './pay-out-owed.ts'
import { askGames } from './payable.ts'
import { chooseRealityCheck, describePlay } from './play-session.ts'
import { refusalOfBreak, takeBreak } from './take-break.ts'

const at = ({ clock }: AppContext) => clock.now()

export const routes: readonly Route[] = [
  route(contract.getLimits, ({ app, db, member }) => describeLimits(db, member.id, at(app))),

  route(contract.setLimit, async (context) => {
    const { app, db, member, body } = context
    await setLimit({ db, member, from: context, now: at(app) }, body)
    return describeLimits(db, member.id, at(app))
  }),

  route(contract.confirmLimit, async (context) => {
    const { app, db, member, body } = context
    await confirmLimit({ db, member, from: context, now: at(app) }, { amount: undefined, ...body })
    return describeLimits(db, member.id, at(app))
  }),

  route(contract.setTimeLimit, async (context) => {
    const { app, db, member, body } = context
    const { period, minutes: amount } = body
    await setLimit({ db, member, from: context, now: at(app) }, { kind: 'time', period, amount })
    return describeLimits(db, member.id, at(app))
  }),

  route(contract.confirmTimeLimit, async (context) => {
    const { app, db, member, body } = context
    const { period, minutes: amount } = body
    await confirmLimit({ db, member, from: context, now: at(app) }, { kind: 'time', period, amount })
    return describeLimits(db, member.id, at(app))
  }),

  route(contract.getPlay, ({ app, db, member }) => describePlay(db, member.id, at(app))),

  route(contract.setRealityCheck, async ({ app, db, member, body }) => {
    await chooseRealityCheck(db, member.id, body.every)
    return describePlay(db, member.id, at(app))
  }),

  route(
    contract.takeBreak,
    (context, refusal) => {
      if (refusal instanceof ApiError) throw refusal
      return takeBreak(context)
    },
    { perMinute: 10, prepare: refusalOfBreak },
  ),

  route(contract.showOwed, async (context) => {
    const { app, db, body } = context
    const onBreak = await identifyOnBreak(app, body, context)
    const { memberId, kind, endsAt } = onBreak
    const [member] = await db.select().from(members).where(eq(members.id, memberId))
    return {
      kind,
      until: endsAt.toISOString(),
      ...(await readOwed(db, onBreak)),
      bankCode: member?.bankCode ?? '',
      accountEnding: member?.bankAccountNo?.slice(-4) ?? '',
    }
  }),

  route(
    contract.payOutOwed,
    async (context, prepared) => {
      if (prepared instanceof ApiError) throw prepared
      const paid = await payOutOwed(context, prepared)
      return { message: paid.fromGames > 0 ? 'PROCESSING' : 'SUCCESS', ...paid }
    },
    {
      prepare: (context: Beforehand<typeof contract.payOutOwed>) =>
        catchApiError(async () => {
          const onBreak = await identifyOnBreak(context.app, context.body, context)
          return { onBreak, answers: await askGames(context, onBreak.memberId) }
        }),
    },
  ),

  route(contract.lookupHelp, async ({ db, locale }) =>
    (await readSetting(db, 'helpLines')).map(({ country, name, phone, hours }) => ({
      country,
      name: inLocale(name, locale),
      phone,
      hours: inLocale(hours, locale),
    })),
  ),
]
