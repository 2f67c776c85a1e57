import { and, asc, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { AppContext } from '../../context.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import type { Logger } from '../../log.ts'
import { askBalances } from '../../providers/ask-balances.ts'
import {
  arrive,
  type Booked,
  cancelled,
  giveBack,
  isForHouse,
  keepPaid,
  type ProviderTransfer,
  standingMoves,
} from './provider-transfers.ts'

/**
 * What a person has heard from the provider about the move that it did not cancel, the last one that stands: that it will if
 * asked again, that it was not made, or that it was: as the last of all (`arrived`), or before others that are cancelled (`first-paid`).
 */
export const STUCK_VERDICTS = ['again', 'returned', 'arrived', 'first-paid'] as const
type StuckVerdict = (typeof STUCK_VERDICTS)[number]

export const isStuck = isNotNull(providerTransfers.stuckAt)

/** The transfers that wait for a person, those that have waited longest first. `rest`: only these of them. */
export const listStuckTransfers = (db: Database, max: number, rest?: SQL) =>
  db
    .select()
    .from(providerTransfers)
    .where(and(isStuck, rest))
    .orderBy(asc(providerTransfers.stuckAt), asc(providerTransfers.id))
    .limit(max)

/**
 * What each game of the transfer says that it holds, in satang; undefined if it does not answer in time. Beside it what the books have in
 * it, where money under way is in no game.
 */
export async function askGamesOf(
  from: { app: AppContext; log: Logger },
  { memberId, moves }: Pick<ProviderTransfer, 'memberId' | 'moves'>,
): Promise<{ gameCode: string; told: number | undefined; booked: number }[]> {
  const players = new Map(
    moves.map(({ gameCode, username }) => [gameCode, { gameCode, memberId, username }] as const),
  )
  const told = await askBalances(from, [...players.values()])
  const { games } = await balancesOf(from.app.db, memberId)
  return [...players.keys()].map((gameCode) => ({
    gameCode,
    told: told[gameCode],
    booked: games[gameCode] ?? 0,
  }))
}

/** Whether all its moves may have been made: then it has arrived if the last one was. */
export const mayHaveBeenMade = ({ moves }: Pick<ProviderTransfer, 'moves'>): boolean =>
  moves.every(({ isCancelled }) => !isCancelled)

/**
 * Whether games may have paid for good what cannot go on to its destination, because a later move is cancelled. A move is asked for once
 * those before it were made: if the last one that stands was made, all that stand were.
 */
export const mayHavePaidFirst = (transfer: Pick<ProviderTransfer, 'moves'>): boolean => {
  const standing = standingMoves(transfer)
  const isPart = standing.length > 0 && standing.length < transfer.moves.length
  return isPart && standing.every(({ amount }) => amount < 0)
}

/** Whether it may be given back: what is the house's has only to be paid. */
export const mayBeReturned = (transfer: Pick<ProviderTransfer, 'destination'>): boolean =>
  !isForHouse(transfer)

const ends = { returned: giveBack, arrived: arrive, 'first-paid': keepPaid }

/** For each verdict, whether staff may give it on this transfer. */
const canBe: Record<StuckVerdict, (transfer: ProviderTransfer) => boolean> = {
  again: () => true,
  returned: mayBeReturned,
  arrived: mayHaveBeenMade,
  'first-paid': mayHavePaidFirst,
}

/**
 * Ends a transfer that waits for a person, or has providers asked again: also where the move was not made but there are others before
 * it, which have to be cancelled as well. `booked`: what the member and the bank are to be told after the commit (`tell`), if it
 * has ended. `stuckAt`: since when it waits, as the person was shown it, whose answer is about that. Null if the transfer does not wait, or
 * since another moment, or the verdict cannot be true of it.
 */
export async function decideStuckTransfer(
  app: AppContext,
  tx: Transaction,
  { id, stuckAt }: { id: string; stuckAt: Date },
  verdict: StuckVerdict,
): Promise<{ transfer: ProviderTransfer; booked: Booked | null } | null> {
  const isAsShown = and(eq(providerTransfers.id, id), eq(providerTransfers.stuckAt, stuckAt))
  const [known] = await tx
    .select({ memberId: providerTransfers.memberId })
    .from(providerTransfers)
    .where(isAsShown)
  if (!known) return null
  await lockMember(tx, known.memberId)
  const [transfer] = await tx.select().from(providerTransfers).where(isAsShown).for('update')
  if (!transfer || !canBe[verdict](transfer)) return null
  const standing = standingMoves(transfer)
  if (verdict === 'again' || (verdict === 'returned' && standing.length > 1)) {
    const off = verdict === 'returned' ? standing.length - 1 : transfer.moves.length
    const moves = [...transfer.moves.slice(0, off), ...transfer.moves.slice(off).map(cancelled)]
    const asked = { stuckAt: null, leasedUntil: app.clock.now(), moves }
    const [reopened] = await tx.update(providerTransfers).set(asked).where(isAsShown).returning()
    return reopened ? { transfer: reopened, booked: null } : null
  }
  const booked = await ends[verdict](app, tx, transfer)
  return booked ? { transfer, booked } : null
}
