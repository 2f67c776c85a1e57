/** What pages and the worker say to each other. Typed at whoever says it: `postMessage({ … } satisfies WorkerMessage, [])`. */
export type WorkerMessage =
  /** To the worker: what the page loaded before it had one, and its language. */
  | { type: 'KEEP'; urls: string[]; lang: string }
  /** To the worker: the phone evicted its precache. */
  | { type: 'REFILL' }
  /** To the worker: the page listens to taps on notifications. */
  | { type: 'FOLLOWS_TAPS' }
  /** To the worker: the member has left this browser. */
  | { type: 'SIGNED_OUT' }
  /** To the waiting worker, from workbox-window: the member accepted the update. */
  | { type: 'SKIP_WAITING' }
  /** To the active worker, from the one that comes in its place or from public/sw-off.js. */
  | { type: 'LEAVE' }
  /** To a page: a tapped notification, with its own words, and where it leads. */
  | { type: 'OPEN'; address: string; title: string; body: string }
  /** To a page: how many bytes the worker has fetched. */
  | { type: 'USED'; bytes: number }

type Type = WorkerMessage['type']

/** The fields of a message of this type. Page and worker may be of different releases, so each field may be missing or of another kind. */
type Heard<T extends Type> = { [Field in keyof Extract<WorkerMessage, { type: T }>]?: unknown }

/** The message, if it is of this type. */
export function heard<T extends Type>({ data }: { data: unknown }, type: T): Heard<T> | undefined {
  const message = Object(data) as Heard<T>
  return message.type === type ? message : undefined
}
