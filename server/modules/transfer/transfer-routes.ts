import { transfer, transferAll } from '#api/contract/wallet.ts'
import { satangToBaht } from '#lib/money.ts'
import { Refusal } from '../../http/refusal.ts'
import { route, type Route } from '../../http/route.ts'
import { lockMember } from '../wallet/lock-member.ts'
import { readAmount } from '../wallet/read-amount.ts'
import { collectGames, fillGame, transferMoney, WALLET } from './transfer-service.ts'

/** Baht. */
const MINIMUM = 1

export const transferRoutes: readonly Route[] = [
  route(transfer, async ({ app, db, member, body, act, afterCommit }) => {
    if (body.amount < MINIMUM) throw new Refusal('TRANSFER_MINIMUM')
    const amount = readAmount(body.amount)
    await lockMember(db, member.id)
    await transferMoney(db, app.providers.games, {
      memberId: member.id,
      act,
      amount,
      from: body.from,
      to: body.to,
    })
    afterCommit(() => app.realtime.walletChanged(member.id, 'transfer'))
    return { message: 'SUCCESS', amount: satangToBaht(amount) }
  }),

  // No minimum here: whoever moves everything means the last satang too, and an empty wallet moves nothing.
  route(transferAll, async ({ app, db, member, body, act, afterCommit }) => {
    await lockMember(db, member.id)
    const order = { memberId: member.id, act }
    const amount =
      body.to === WALLET
        ? await collectGames(db, app.providers.games, order)
        : await fillGame(db, app.providers.games, { ...order, gameCode: body.to })
    if (amount > 0) afterCommit(() => app.realtime.walletChanged(member.id, 'transfer'))
    return { message: 'SUCCESS', amount: satangToBaht(amount) }
  }),
]
