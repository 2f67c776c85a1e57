import { SECOND } from '../clock.ts'
import { ApiError } from './api-error.ts'

/** How long an operation waits for the same member's earlier ones, in ms. */
const MAX_WAIT = 30 * SECOND

export interface MemberTurns {
  /** Runs work when no other work of this member runs in this process. */
  <T>(memberId: string, work: () => Promise<T>): Promise<T>
  /** Whether work of this member runs now. */
  isTaken(memberId: string): boolean
}

/**
 * Lets each member have one operation at a time, in the order in which they arrive, before any of them takes a database
 * connection: many that wait for a slow provider leave the connections to other members. One that waited too long is refused
 * with REQUEST_LIMIT before it begins.
 */
export function createMemberTurns(): MemberTurns {
  /** Of each member whose work runs now: those who wait for their turn. */
  const turns = new Map<string, (() => void)[]>()
  const inTurn = async <T>(memberId: string, work: () => Promise<T>): Promise<T> => {
    const waiting = turns.get(memberId)
    if (waiting) await turnIn(waiting)
    else turns.set(memberId, [])
    try {
      return await work()
    } finally {
      const next = turns.get(memberId)?.shift()
      if (next) next()
      else turns.delete(memberId)
    }
  }
  return Object.assign(inTurn, { isTaken: (memberId: string) => turns.has(memberId) })
}

/** Only who waits gets a timer, and only who waited too long an error: making one took longer than all else that is done here. */
const turnIn = (waiting: (() => void)[]) =>
  new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new ApiError('REQUEST_LIMIT'))
    }, MAX_WAIT)
    waiting.push(begin)
  })
