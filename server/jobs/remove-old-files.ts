import { eq } from 'drizzle-orm'
import { DAY, HOUR, later } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { readSetting } from '../database/settings.ts'
import { slips } from '../database/schema/deposits.ts'
import { countAttempt } from '../auth/attempts.ts'

/**
 * Deletes uploads past their retention, once a day, by whichever process is first. An undecided slip keeps its picture; the
 * rows of slips and money stay.
 */
export async function removeOldFiles({
  db,
  clock,
  log,
  providers: { files },
}: Pick<AppContext, 'db' | 'clock' | 'log' | 'providers'>): Promise<void> {
  const now = clock.now()
  const { keptDays } = await readSetting(db, 'uploads')
  if (keptDays === 0) return
  const onceADay = { key: 'job:remove-old-files', max: 1, within: DAY - HOUR }
  if (!(await countAttempt(db, onceADay, now))) return
  const undecided = await db.select({ name: slips.filePath }).from(slips).where(eq(slips.status, 'PENDING'))
  const needed = new Set(undecided.map(({ name }) => name))
  let removed = 0
  for await (const name of files.writtenBefore(later(now, -keptDays * DAY))) {
    if (needed.has(name)) continue
    await files.remove(name)
    removed += 1
  }
  if (removed > 0) log.info('old-files-removed', { removed })
}
