/** What page and worker call the outbox, which both send. */
export const outboxDatabase = 'champa-outbox'
export const outboxStore = 'entries'

/** The browser wakes the worker by this name when the network is back. */
export const outboxSyncTag = 'champa-outbox'

/** Whoever holds this lock may send the entry: one tab, or the worker. */
export const outboxLock = (id: string): string => `champa-outbox-${id}`

/** A request as the page would send it, for the worker, which knows neither the session nor the contract. */
export interface ReadyRequest {
  url: string
  headers: Record<string, string>
  /** As JSON; without it the entry's file is sent as a form. */
  body?: string
}
