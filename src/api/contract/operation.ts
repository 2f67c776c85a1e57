import * as v from 'valibot'
import { memberCall } from './call.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    acts: true
  }
}

/** Asks for the outcome of an operation whose answer was lost. Asking never performs it. */
export const getOperation = memberCall('getOperation', 'GET /api/acts/:key', {
  extension: 'acts',
  /** `reply` is the body that answered the operation: its reply when done, `{ message }` when failed. */
  reply: v.object({
    status: v.picklist(['done', 'failed', 'unknown']),
    reply: v.optional(v.unknown()),
    /** With `unknown`: whether the operation is still running. Missing if the backend does not know. */
    running: v.optional(v.boolean()),
  }),
})
