import { outboxDatabase } from '#lib/outbox/outbox-database.ts'
import {
  keepsOrder,
  outboxLock,
  outboxStore,
  outboxSyncTag,
  tellOfSent,
  type ReadyRequest,
} from '#lib/outbox/outbox-names.ts'
import { isApiAnswer, saysGone } from './api-answer.ts'
import { heard } from '#lib/network/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

interface SyncEvent extends ExtendableEvent {
  tag: string
}

/** What the page stores; only what the worker needs is described. */
interface Entry {
  id: string
  kind: string
  order: number
  content?: { failed?: boolean }
  file?: Blob | { bytes: ArrayBuffer; type: string; name?: string }
  request?: ReadyRequest
}

/** In ms, as the page's limit for uploads. */
const timeoutMs = 300_000

let leaving = new AbortController()

/**
 * Sends what waits in the outbox once the network is back, where the browser has Background Sync. Only what the page marked so: one
 * request with a key, which counts once however often it is sent. What the server does not take is left as it is, for the page says
 * why and asks the member.
 */
export function sendOutboxWhenOnline(): void {
  self.addEventListener('sync', (given) => {
    const event = given as SyncEvent
    if (event.tag === outboxSyncTag) event.waitUntil(sendWaiting(leaving.signal))
  })
  self.addEventListener('message', (event) => {
    if (!heard(event, 'SIGNED_OUT')) return
    // The rest of a large slip may otherwise go out for minutes.
    leaving.abort()
    leaving = new AbortController()
  })
}

async function sendWaiting(signedOut: AbortSignal): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  // A page that is seen sends by itself, and shows how far it is.
  const isSeen = windows.some(({ visibilityState }) => visibilityState === 'visible')
  const entries = await inStore<Entry[]>('readonly', (store) => store.getAll())
  const heldBack = new Set<string>()
  let isLeft = false
  for (const { id, kind, request, content } of (entries ?? []).toSorted(
    (one, other) => one.order - other.order,
  )) {
    // An entry that only the page can send holds back the later ones, as it does on the page; a failed one does not.
    if (!request && !content?.failed && keepsOrder(kind)) heldBack.add(kind)
    if (!request || heldBack.has(kind)) continue
    // A tab that holds the lock is sending the entry.
    const outcome = isSeen
      ? 'later'
      : await self.navigator.locks.request(outboxLock(id), { ifAvailable: true }, (lock) =>
          lock ? send(id, signedOut) : 'later',
        )
    if (outcome !== 'later') continue
    isLeft = true
    // A limit for messages says nothing about slips.
    if (keepsOrder(kind)) heldBack.add(kind)
  }
  // The browser wakes the worker again for what waits, a few times and ever more seldom: the phone may end the page that sends.
  if (isLeft) throw new Error('Not sent')
}

/**
 * `later`: the server was busy, or did not answer itself. `left`: the page says why. Throws where the network failed or a session
 * ended, so that the browser wakes the worker again for what may wait since.
 */
async function send(id: string, signedOut: AbortSignal): Promise<'done' | 'later' | 'left'> {
  // Read again: it may have been sent, cancelled or deleted by a sign-out meanwhile.
  const entry = await inStore<Entry | undefined>('readonly', (store) => store.get(id))
  if (!entry?.request) return 'left'
  const { url, headers, body } = entry.request
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: body ?? formOf(entry),
    cache: 'no-store',
    redirect: 'manual',
    signal: AbortSignal.any([signedOut, AbortSignal.timeout(timeoutMs)]),
  })
  const { ok, status } = response
  // A gateway refuses what is too large in its own words.
  if (status === 413) return 'left'
  if (!isApiAnswer(response) || status >= 500 || status === 429) return 'later'
  if (!ok || (await saysGone(response))) return 'left'
  // A hidden tab shows it as waiting.
  tellOfSent({ id, answer: await response.json().catch(() => undefined) })
  await inStore('readwrite', (store) => store.delete(id))
  return 'done'
}

function formOf({ file }: Entry): FormData {
  const form = new FormData()
  if (file instanceof Blob) form.append('file', file)
  else if (file) form.append('file', new Blob([file.bytes], { type: file.type }), file.name ?? 'blob')
  return form
}

/** Works on the page's database; gives undefined where there is none, and never creates one. */
function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(outboxDatabase)
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', () => resolve(undefined))
    opening.addEventListener('success', () => {
      const database = opening.result
      // A sign-out deletes the database, and waits for nobody.
      database.addEventListener('versionchange', () => database.close())
      if (!database.objectStoreNames.contains(outboxStore)) {
        database.close()
        return resolve(undefined)
      }
      const transaction = database.transaction(outboxStore, mode)
      const asked = work(transaction.objectStore(outboxStore))
      const end = (settle: () => void) => () => {
        database.close()
        settle()
      }
      transaction.addEventListener(
        'complete',
        end(() => resolve(asked.result)),
      )
      transaction.addEventListener(
        'abort',
        end(() => reject(new Error('The outbox cannot be read'))),
      )
    })
  })
}
