import { eq } from 'drizzle-orm'
import { DAY, later } from '../clock.ts'
import { readSetting } from '../database/settings.ts'
import { slips } from '../database/schema/deposits.ts'
import { deletionTime } from './deletion-time.ts'
import { scheduledJob } from './run-jobs.ts'

/**
 * Deletes uploads past their retention, once a day. An undecided slip keeps its picture; the rows of slips and money stay.
 */
export const removeOldFiles = scheduledJob('remove-old-files', DAY, async (app) => {
  const { db, log, providers } = app
  const { files } = providers
  const { keptDays } = await readSetting(db, 'uploads')
  if (keptDays === 0) return
  const undecided = await db.select({ name: slips.filePath }).from(slips).where(eq(slips.status, 'PENDING'))
  const needed = new Set(undecided.map(({ name }) => name))
  let removed = 0
  for await (const name of files.writtenBefore(later(await deletionTime(app), -keptDays * DAY))) {
    if (needed.has(name)) continue
    await files.remove(name)
    removed += 1
  }
  if (removed > 0) log.info('old-files-removed', { removed })
})
