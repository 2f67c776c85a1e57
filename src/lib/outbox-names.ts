/** The names by which page and worker know the outbox: both of them send it. */
export const outboxStore = 'entries'

/** The browser wakes the worker by this name when the network is back. */
export const outboxSyncTag = 'champa-outbox'

/** The lock whose holder may send the entry: one tab, or the worker. */
export const outboxLock = (id: string): string => `champa-outbox-${id}`

/** A request as the page would send it, for the worker, which knows neither the session nor the contract. */
export interface ReadyRequest {
  url: string
  headers: Record<string, string>
  /** JSON. If it is missing, the worker sends the entry's file as a form. */
  body?: string
}
