import { Mutex, type MutexInterface, withTimeout } from 'async-mutex'
import { SECOND } from '../../clock.ts'
import { ApiError } from '../api-error.ts'

/** How long an operation waits for the same member's earlier ones, in ms. */
const MAX_WAIT = 30 * SECOND
/** One error serves all turns: creating one for each took longer than the rest of a turn. */
const WAITED_TOO_LONG = new ApiError('REQUEST_LIMIT')

interface MemberTurns {
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
  const turns = new Map<string, MutexInterface>()
  const inTurn = async <T>(memberId: string, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(memberId) ?? withTimeout(new Mutex(), MAX_WAIT, WAITED_TOO_LONG)
    turns.set(memberId, turn)
    try {
      return await turn.runExclusive(work)
    } finally {
      if (!turn.isLocked()) turns.delete(memberId)
    }
  }
  return Object.assign(inTurn, { isTaken: (memberId: string) => turns.has(memberId) })
}
