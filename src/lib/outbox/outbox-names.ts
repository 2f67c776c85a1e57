/** The names by which page and worker know the outbox: both of them send it. */
export const outboxStore = 'entries'

/** The browser wakes the worker by this name when the network is back. */
export const outboxSyncTag = 'champa-outbox'

/** The lock whose holder may send the entry: one tab, or the worker. */
export const outboxLock = (id: string): string => `champa-outbox-${id}`

/** Whether the entries of this kind go out one after the other: messages do, while a slip that has to wait holds back no other. */
export const keepsOrder = (kind: string): boolean => kind === 'chat'

/** The channel on which the sender of an entry, a tab or the worker, notifies the tabs that still show it as waiting. */
export const outboxNews = 'champa-outbox-sent'

/** What goes over that channel. */
interface SentElsewhere {
  id: string
  /** The server's reply, as JSON. */
  answer: unknown
}

/** Says it to every tab, this one included. */
export function tellOfSent(sent: SentElsewhere): void {
  const news = new BroadcastChannel(outboxNews)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  news.postMessage(sent)
  news.close()
}

/** A request as the page would send it, for the worker, which knows neither the session nor the contract. */
export interface ReadyRequest {
  url: string
  headers: Record<string, string>
  /** JSON. If it is missing, the worker sends the entry's file as a form. */
  body?: string
}
