import { activateGame, getGameAccount, resetGamePassword } from '#api/contract/game-account.ts'
import { route, type Route, routeInOneStatement } from '../../http/route.ts'
import { countOrder } from '../../providers/count-order.ts'
import { readPassword, requireAccount } from './game-account.ts'
import { beginPassword } from './game-password.ts'

export const routes: readonly Route[] = [
  route(getGameAccount, async ({ app, db, member, params }) => {
    const account = await requireAccount(db, member.id, params.slot)
    const { username, event, pending, isDoubtful } = account
    const password = readPassword(app.keys, account)
    const unconfirmed = pending === null ? (isDoubtful ? 'doubtful' : undefined) : 'asking'
    return { username, password, event, unconfirmed }
  }),

  routeInOneStatement(activateGame, (context) => beginPassword(context, { isOpening: true })),

  routeInOneStatement(resetGamePassword, (context) => beginPassword(context, { isOpening: false }), {
    prepare: ({ app, member }) => countOrder(app, member.id, 'game-password'),
  }),
]
