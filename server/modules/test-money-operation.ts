import type { Call } from '#api/contract/call.ts'
import type { Client, Given } from '../http/test-app.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** Whose operation it is. */
export interface Actor {
  server: TestServer
  member: TestMember
}

/** What is drawn at random for one operation of an actor. */
interface Draw extends Actor {
  /** The name of the run: letters and digits. */
  run: string
  /** Baht. */
  amount: number
  /** Each picks one of the options. */
  one: number
  other: number
}

type Answer = Awaited<ReturnType<Client>>
/** Sends the operation. With the same key it is the same one. */
type Send = (request: Client, key: string) => Promise<Answer>

/** How to perform an operation of the contract that moves a member's money, or prepares that. */
export interface MoneyOperation {
  call: Call
  /** Its money moves after the answer. */
  goesOn: boolean
  /** For `crash.test.ts`: each brings a member of 1,000 baht to where the operation ends as the name says. */
  cases: readonly (readonly [name: string, prepare: (actor: Actor) => Promise<Send>])[]
  /** For `money.test.ts`: what a member may send at any time, whether it is done or refused. */
  drawn: (draw: Draw) => Promise<Send>
}

/** The ids of operations that move no money, by the reason. */
export type OtherOperations = Readonly<Record<string, readonly string[]>>

interface Ways<C extends Call> {
  goesOn?: boolean
  cases: Record<string, (actor: Actor) => Given<C> | Promise<Given<C>>>
  drawn: (draw: Draw) => Given<C> | Promise<Given<C>>
}

export function moneyOperation<C extends Call>(
  call: C,
  { goesOn = false, cases, drawn }: Ways<C>,
): MoneyOperation {
  const sending =
    (given: Given<C>): Send =>
    (request, key) =>
      (request as (one: Call, all: object) => Promise<Answer>)(call, { ...given, key })
  return {
    call,
    goesOn,
    cases: Object.entries(cases).map(
      ([name, prepare]) => [name, async (actor) => sending(await prepare(actor))] as const,
    ),
    drawn: async (draw) => sending(await drawn(draw)),
  }
}

export const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length]

/** What an operation without parameters and body is given. */
export const nothing = () => ({})
