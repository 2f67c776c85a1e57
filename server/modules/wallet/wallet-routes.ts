import { addMoney, getWallet, refreshSlots } from '#api/contract/wallet.ts'
import { ApiError } from '../../http/api-error.ts'
import { type RequestContext, route, type Route } from '../../http/route.ts'
import { receiveTransfer } from '../../deposits/receive-transfer.ts'
import { makeTransfer, reportOf } from '../../providers/sandbox/transfer-book.ts'
import { askBalances } from '../../providers/ask-balances.ts'
import { booksOfGames, isOfOneMoment } from './books-of-games.ts'
import { findPossessions, gamesOfMember, possessionsWithSession, walletView } from './wallet-view.ts'

/** The balance that each provider reports. The ledger's is used for one that does not answer. */
async function askProviders({ app, db, member, log }: RequestContext<typeof refreshSlots>) {
  const games = await gamesOfMember(db, await findPossessions(db, member))
  const active = games.flatMap(({ game, username }) =>
    username === undefined || !game.enabled ? [] : [{ gameCode: game.code, memberId: member.id, username }],
  )
  return askBalances({ app, log }, active)
}

export const routes: readonly Route[] = [
  route(getWallet, (context, has) => walletView(context, has), { withSession: possessionsWithSession }),

  route(refreshSlots, async (context) => {
    const { db, member } = context
    const before = await booksOfGames(db, member.id)
    const told = await askProviders(context)
    const has = await findPossessions(db, member)
    // Read last: what changed since the balances that are shown counts as changed.
    const after = await booksOfGames(db, member.id)
    return walletView(
      context,
      has,
      Object.fromEntries(Object.entries(told).filter(([game]) => isOfOneMoment(game, before, after))),
    )
  }),

  route(addMoney, async ({ app, db, member, body, afterCommit }) => {
    if (app.providers.sandbox === null) throw new ApiError('UNAUTHORIZED', 403)
    const { amount } = body
    const now = app.clock.now()
    const made = { memberId: member.id, channel: 'SCB', amount, paidAt: now }
    const { bankReference, toAccountNo, ...transfer } = reportOf(await makeTransfer(db, made))
    const report = {
      ...transfer,
      source: 'sandbox',
      memberId: member.id,
      bankReference,
      ownReference: null,
      toAccount: toAccountNo,
    } as const
    await receiveTransfer(db, report, { credits: true, now })
    afterCommit(() => app.realtime.walletChanged(member.id, 'deposit'))
    return { message: 'SUCCESS' }
  }),
]
