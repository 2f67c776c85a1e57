import { sql } from 'drizzle-orm'
import { pendingGamePasswords } from '../database/schema/games.ts'
import { askAgain, LEASE } from '../modules/games/game-password.ts'
import { lanesOf, leaseRows } from './lease.ts'
import type { Job } from './run-jobs.ts'

const passwords = {
  table: pendingGamePasswords,
  key: pendingGamePasswords.id,
  limit: 10,
  lease: LEASE,
  // A game that is silent holds up its own alone.
  lane: sql`${pendingGamePasswords.gameCode}`,
}

/** Asks the games' providers for the passwords that nobody else asks for: their process died, or their provider has not answered. */
export const settleGamePasswords: Job = {
  name: 'settle-game-passwords',
  lanes: lanesOf(passwords),
  lease: leaseRows(passwords),
  work: askAgain,
}
