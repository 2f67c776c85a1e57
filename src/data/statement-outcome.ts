export type Outcome = 'done' | 'failed' | 'waiting'

/** What became of a statement's row or a slip, by its status on the wire: any other word means that it is being processed. */
export function outcomeOf(status: string): Outcome {
  if (status === 'SUCCESS') return 'done'
  return status === 'FAILED' ? 'failed' : 'waiting'
}
