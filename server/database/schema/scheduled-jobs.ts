import { pgTable, text } from 'drizzle-orm/pg-core'
import { leasedUntil } from '../columns.ts'

/** Work that is done at intervals, by one process for all: a row says until when it has been done. */
export const scheduledJobs = pgTable('scheduled_jobs', {
  name: text().primaryKey(),
  leasedUntil: leasedUntil(),
})
