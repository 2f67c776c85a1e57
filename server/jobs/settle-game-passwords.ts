import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { later } from '../clock.ts'
import { pendingGamePasswords } from '../database/schema/games.ts'
import { isTimeOver } from '../database/time-over.ts'
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
  work: async (app, id) => {
    const now = app.clock.now()
    const { attempts, askingUntil } = pendingGamePasswords
    // Since it was leased, its member may have begun to ask.
    const [row] = await app.db
      .update(pendingGamePasswords)
      .set({ attempts: sql`${attempts} + 1`, askingUntil: later(now, LEASE) })
      .where(
        and(eq(pendingGamePasswords.id, id), or(isNull(askingUntil), isTimeOver(askingUntil, now, LEASE))),
      )
      .returning()
    if (row) await askAgain(app, row)
  },
}
