import { pushAddresses, type PushMessage, type PushTopic } from '#lib/network/push-message.ts'
import { forgetSubscription, keepSubscription, keptSubscription } from '#lib/network/push-subscription.ts'
import { requesterHeader } from '#lib/network/requester.ts'
import { heard, type WorkerMessage } from '#lib/network/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** What the browser hands over of a message. */
interface Received {
  json(): unknown
}

interface ChangeEvent extends ExtendableEvent {
  newSubscription?: PushSubscription | null
}

const texts = ['id', 'tag', 'lang', 'topic', 'title', 'body'] as const satisfies (keyof PushMessage)[]
/** A backend of a later version may write in more languages, and about more topics. */
type Told = Record<(typeof texts)[number], string>

/** Shows what the backend sends to this browser, and leads to it. */
export function showPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change: ChangeEvent = event as ExtendableEvent
    change.waitUntil(move(change.newSubscription))
  })
  self.addEventListener('message', (event) => {
    if (heard(event, 'SIGNED_OUT')) event.waitUntil(end())
    if (heard(event, 'FOLLOWS_TAPS') && event.source) tellAgain(event.source as WindowClient)
  })
}

async function show(data: Received | null): Promise<void> {
  const message = read(data)
  // One for a member who has left this browser may still have been under way: nothing is kept then, or another's.
  if (!message || message.id !== (await keptSubscription())?.id) return
  const { title, body, lang, tag, topic } = message
  await self.registration.showNotification(title, {
    body,
    lang,
    tag,
    icon: '/icons/icon-192.png',
    data: isKnown(topic) ? pushAddresses[topic] : '/user/home',
    // A member who is looking at the app sees the news there.
    silent: (await memberPages()).some(({ visibilityState }) => visibilityState === 'visible'),
  })
}

const isKnown = (topic: string): topic is PushTopic => Object.hasOwn(pushAddresses, topic)

function read(data: Received | null): Told | undefined {
  try {
    const message = data?.json() as Told
    return texts.every((name) => typeof message[name] === 'string') ? message : undefined
  } catch {
    return undefined
  }
}

/** The app's windows in which a member is signed in, the one used last first. */
async function memberPages(): Promise<readonly WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window' })
  return windows.filter(({ url }) => new URL(url).pathname.startsWith('/user'))
}

/** An open window's app goes to the page by itself (`pwa/follow-taps.ts`): a reload would lose what is typed there. */
async function open({ data, title, body }: Notification): Promise<void> {
  const address = String(data)
  const [page] = await memberPages()
  if (!page) return void (await self.clients.openWindow(address))
  last = { pageId: page.id, message: { type: 'OPEN', address, title, body } }
  page.postMessage(last.message, [])
  await page.focus()
}

/** The last tap that a window was told of. */
let last: { pageId: string; message: WorkerMessage } | undefined

/** A window says once that it listens, some seconds after it has loaded: the browser has dropped what it was told before. */
function tellAgain(page: WindowClient): void {
  if (last && page.id === last.pageId) page.postMessage(last.message, [])
}

/** Reports the browser's address to the backend. The next visit to the settings reports it again. */
async function move(replaced: PushSubscription | null | undefined): Promise<void> {
  const kept = await keptSubscription()
  if (!kept) return
  const { id, auth, publicKey, url } = kept
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint, keys } = (replaced ?? (await self.registration.pushManager.subscribe(options))).toJSON()
  const { ok } = await fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...requesterHeader },
    body: JSON.stringify({ id, auth, endpoint, keys }),
  })
  if (ok && keys?.['auth']) await keepSubscription({ ...kept, auth: keys['auth'] })
}

/** The member has left this browser: here without a network too, at the backend with the session. What was told goes with it. */
async function end(): Promise<void> {
  await forgetSubscription()
  const { registration } = self
  for (const shown of (await registration.getNotifications?.()) ?? []) shown.close()
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
}
