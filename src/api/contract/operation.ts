import * as v from 'valibot'
import { memberCall } from './call.ts'

/** What became of an operation whose answer was lost. Asking never performs it. */
export const getOperation = memberCall('getOperation', 'GET /api/acts/:key', {
  extension: 'acts',
  /** `reply` is the body that the operation was answered with: its reply when done, `{ message }` when failed. */
  reply: v.object({
    status: v.picklist(['done', 'failed', 'unknown']),
    reply: v.optional(v.unknown()),
    /** Beside `unknown`: whether it is being worked on. Not said by a backend that does not know. */
    running: v.optional(v.boolean()),
  }),
})
