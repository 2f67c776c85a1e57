import { eq, type SQL } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { paidTwice } from '../database/schema/paid-twice.ts'
import { providerTransfers } from '../database/schema/provider-transfers.ts'
import { memberBankAccounts } from '../database/schema/members.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { isSuspected, listSuspected } from '../deposits/decide-suspected.ts'
import { isUnclaimed, listUnclaimed } from '../deposits/decide-unclaimed.ts'
import { isPaidTwice, listPaidTwice } from '../deposits/paid-twice.ts'
import type { IncomingTransfer } from '../deposits/suspected-duplicates.ts'
import { isUnsaid, listUnsaid } from '../modules/account/set-currency.ts'
import { isStuck, listStuckTransfers } from '../modules/transfer/stuck-transfers.ts'
import { isContradicted, listContradicted } from '../modules/withdraw/contradicted-payouts.ts'
import { counted, oldestOf, READ_ROWS } from './listed.ts'
import { phonesOf } from './lists.ts'
import { type Order, paged } from './paged.ts'

interface Waiting<Row> {
  order: Order
  /** Whether a row of the table waits. */
  isWaiting: SQL | undefined
  /** The first of those that wait, the oldest first. */
  read: (db: Database, max: number, rest?: SQL) => PromiseLike<Row[]>
  idOf: (row: Row) => string
}

/** A part of a list whose rows all wait for staff. */
export const waitingList = <Row>(
  db: Database,
  { order, isWaiting, read, idOf }: Waiting<Row>,
  after: string | undefined,
) =>
  paged(db, {
    order,
    after,
    read: async (rest) =>
      counted(await read(db, READ_ROWS, rest), rest !== undefined, async (shown) =>
        oldestOf(await db.$count(order.at.table, isWaiting), shown),
      ),
    idOf,
  })

/** Transfers that may be the same money as a credited one, with the members of both. */
export async function suspectedList(db: Database, after?: string) {
  const { id, suspectedAt: at } = incomingTransfers
  const waiting = { order: { at, id }, isWaiting: isSuspected, read: listSuspected, idOf: idOfTransfer }
  const listed = await waitingList(db, waiting, after)
  return { ...listed, rows: await withPhones(db, listed.rows) }
}

/** Transfers that were kept without a member, and what they may be. */
export async function unclaimedList(db: Database, after?: string) {
  const { id, createdAt: at } = incomingTransfers
  const waiting = { order: { at, id }, isWaiting: isUnclaimed, read: listUnclaimed, idOf: idOfTransfer }
  const listed = await waitingList(db, waiting, after)
  return { ...listed, rows: await withPhones(db, listed.rows) }
}

const idOfTransfer = ({ transfer }: { transfer: { id: string } }): string => transfer.id

async function withPhones<Transfer extends IncomingTransfer, Pair extends { duplicates: IncomingTransfer[] }>(
  db: Database,
  pairs: readonly (Pair & { transfer: Transfer })[],
) {
  const withPhone = await phoneAdder(
    db,
    pairs.flatMap(({ transfer, duplicates }) => [transfer, ...duplicates]),
  )
  return pairs.map(({ transfer, duplicates, ...rest }) => ({
    ...rest,
    transfer: withPhone(transfer),
    duplicates: duplicates.map(withPhone),
  }))
}

/** Adds the phones of these transfers' members to them. */
async function phoneAdder(db: Database, transfers: readonly IncomingTransfer[]) {
  const phoneOf = await phonesOf(
    db,
    transfers.map(({ memberId }) => memberId ?? ''),
  )
  return <T extends { memberId: string | null }>(of: T) => ({ ...of, phone: phoneOf(of.memberId ?? '') })
}

/** Pairs of transfers that a report shows to be one that was paid twice, with the members of both. */
export async function twiceList(db: Database, after?: string) {
  const { id, reportedAt: at } = paidTwice
  const waiting = { order: { at, id }, isWaiting: isPaidTwice, read: listPaidTwice, idOf: idOfRow }
  const listed = await waitingList(db, waiting, after)
  const withPhone = await phoneAdder(
    db,
    listed.rows.flatMap(({ transfers }) => transfers),
  )
  return {
    ...listed,
    rows: listed.rows.map((row) => ({ ...row, transfers: row.transfers.map(withPhone) })),
  }
}

async function ofMembers<Row extends { memberId: string }>(db: Database, rows: readonly Row[]) {
  const ids = rows.map(({ memberId }) => memberId)
  const phoneOf = await phonesOf(db, ids)
  return rows.map((waiting) => ({ waiting, phone: phoneOf(waiting.memberId) }))
}

/** Transfers that their providers did not cancel. */
export async function stuckList(db: Database, after?: string) {
  const { id, stuckAt: at } = providerTransfers
  const waiting = { order: { at, id }, isWaiting: isStuck, read: listStuckTransfers, idOf: idOfRow }
  const listed = await waitingList(db, waiting, after)
  return { ...listed, rows: await ofMembers(db, listed.rows) }
}

/** One of them. Undefined if it waits no more. */
export async function findStuck(db: Database, id: string) {
  const [row] = await ofMembers(db, await listStuckTransfers(db, 1, eq(providerTransfers.id, id)))
  return row
}

/** Payouts of which the bank says otherwise than the books. */
export async function contradictedList(db: Database, after?: string) {
  const { id, contradictedAt: at } = withdrawals
  const waiting = { order: { at, id }, isWaiting: isContradicted, read: listContradicted, idOf: idOfRow }
  const listed = await waitingList(db, waiting, after)
  return { ...listed, rows: await ofMembers(db, listed.rows) }
}

/** Bank accounts in use whose currency is unknown. */
export async function unsaidList(db: Database, after?: string) {
  const { id, validFrom: at } = memberBankAccounts
  const waiting = { order: { at, id }, isWaiting: isUnsaid, read: listUnsaid, idOf: idOfRow }
  const listed = await waitingList(db, waiting, after)
  return { ...listed, rows: await ofMembers(db, listed.rows) }
}

const idOfRow = ({ id }: { id: string | number }): string => String(id)
