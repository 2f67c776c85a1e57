import { transfer, transferAll } from '#api/contract/wallet.ts'
import { satangToBaht } from '#lib/money.ts'
import { Refusal } from '../../http/refusal.ts'
import { route, type Route } from '../../http/route.ts'
import { lockMember } from '../wallet/lock-member.ts'
import { readAmount } from '../wallet/read-amount.ts'
import { movesAtProviders } from './provider-moves.ts'
import { collectGames, fillGame, transferMoney, WALLET } from './transfer-service.ts'

/** Baht. */
const MINIMUM = 1

export const transferRoutes: readonly Route[] = [
  route(transfer, async (exchange) => {
    const { app, db, member, body, act, afterCommit } = exchange
    if (body.amount < MINIMUM) throw new Refusal('TRANSFER_MINIMUM')
    const amount = readAmount(body.amount)
    await lockMember(db, member.id)
    await transferMoney(db, movesAtProviders(exchange), {
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
  route(transferAll, async (exchange) => {
    const { app, db, member, body, act, afterCommit } = exchange
    await lockMember(db, member.id)
    const order = { memberId: member.id, act }
    const move = movesAtProviders(exchange)
    const amount =
      body.to === WALLET
        ? await collectGames(db, move, order)
        : await fillGame(db, move, { ...order, gameCode: body.to })
    if (amount > 0) afterCommit(() => app.realtime.walletChanged(member.id, 'transfer'))
    return { message: 'SUCCESS', amount: satangToBaht(amount) }
  }),
]
