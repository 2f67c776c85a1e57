export type RowOutcome = 'done' | 'failed' | 'waiting'

/** The outcome of a statement row or a slip by its status on the wire: any unknown status means that it is being processed. */
export function rowOutcomeOf(status: string): RowOutcome {
  if (status === 'SUCCESS') return 'done'
  return status === 'FAILED' ? 'failed' : 'waiting'
}
