import * as v from 'valibot'
import { defineCall } from './call.ts'

/** What became of an act whose answer was lost. Asking never performs it. */
export const getAct = defineCall({
  id: 'getAct',
  method: 'GET',
  path: '/api/acts/:key',
  access: 'member',
  changes: false,
  /** `reply` is the body that the act was answered with: its reply when done, `{ message }` when failed. */
  reply: v.object({ status: v.picklist(['done', 'failed', 'unknown']), reply: v.optional(v.unknown()) }),
  errors: [],
})
