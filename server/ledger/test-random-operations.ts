import { type Arbitrary, array, constant, constantFrom, integer, nat, oneof, record } from 'fast-check'
import type { Database } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { type AccountName, gameOf, house, walletOf, withdrawingOf } from './accounts.ts'
import { post } from './post.ts'

const KINDS = {
  deposit: { weight: 6, gain: 1 },
  bonus: { weight: 2, gain: 1 },
  win: { weight: 2, gain: 1 },
  lose: { weight: 2, gain: -1 },
  transfer: { weight: 4, gain: 0 },
  bringBack: { weight: 3, gain: 0 },
  withdraw: { weight: 3, gain: 0 },
  settle: { weight: 2, gain: -1 },
  refuse: { weight: 1, gain: 0 },
} as const

type Kind = keyof typeof KINDS

type Operation = { kind: Kind; member: number; game: string; amount: number }

/** One attempt of a run: the operation, and whether its transaction is interrupted after the posting. */
type Try = { operation: number; broken: boolean }

export type Run = { operations: Operation[]; tries: Try[] }

export const MEMBERS = 3

/** There are fewer operations than attempts, so that most are attempted more than once. */
export const randomRun = (tries: number): Arbitrary<Run> =>
  record({
    operations: array(anOperation, { minLength: Math.ceil(tries * 0.6), maxLength: Math.ceil(tries * 0.6) }),
    tries: array(
      record({
        operation: nat(Math.ceil(tries * 0.6) - 1),
        broken: oneof({ weight: 9, arbitrary: constant(false) }, constant(true)),
      }),
      { minLength: tries, maxLength: tries },
    ),
  })

const anOperation: Arbitrary<Operation> = record({
  kind: oneof(
    ...(Object.keys(KINDS) as Kind[]).map((kind) => ({
      weight: KINDS[kind].weight,
      arbitrary: constant(kind),
    })),
  ),
  member: nat(MEMBERS - 1),
  game: constantFrom('PG', 'JOKER'),
  amount: integer({ min: 1, max: 1000 }),
})

/** What the operation, once posted, adds to the member's total. */
export const gainOf = (operation: Operation): number => KINDS[operation.kind].gain * operation.amount

export type Answer = { outcome: 'posted' | 'repeated' | 'short'; postingId?: number }

const BROKEN_OFF = new Error('broken off')

export async function attempt(
  db: Database,
  operation: Operation,
  name: string,
  memberId: string,
  broken: boolean,
): Promise<Answer | 'broken off'> {
  if (!broken) return perform(db, operation, name, memberId)
  try {
    return await transact(db, async (tx) => {
      await perform(tx, operation, name, memberId)
      throw BROKEN_OFF
    })
  } catch (error) {
    if (error === BROKEN_OFF) return 'broken off'
    throw error
  }
}

async function perform(db: Database, operation: Operation, name: string, memberId: string): Promise<Answer> {
  const wallet = walletOf(memberId)
  const game = gameOf(memberId, operation.game)
  const way = withdrawingOf(memberId)
  const move = (from: AccountName, to: AccountName) =>
    post(db, {
      operationId: name,
      kind: operation.kind,
      legs: [
        { account: from, amount: -operation.amount },
        { account: to, amount: operation.amount },
      ],
    })

  const ways: Record<Kind, () => Promise<Answer>> = {
    deposit: () => move(house.bank('KBANK'), wallet),
    bonus: () => move(house.bonus, wallet),
    win: () => move(house.games(operation.game), game),
    lose: () => move(game, house.games(operation.game)),
    transfer: () => move(wallet, game),
    bringBack: () => move(game, wallet),
    withdraw: () => move(wallet, way),
    settle: () => move(way, house.bank('KBANK')),
    refuse: () => move(way, wallet),
  }
  return ways[operation.kind]()
}
