import { base64urlOf } from '#lib/base64url.ts'
import { embeddedIn, systemOf } from '#lib/device/embedded-browser.ts'
import { inTime } from '#lib/in-time.ts'
import { obstacleOf, type PushBrowser, type PushObstacle } from './push-rules.ts'
import { isStandalone } from '#pwa/use-install.ts'

/** The worker registers some seconds after the first page; in ms. */
const workerTimeoutMs = 5000

/** What keeps this browser from notifying the member; undefined if nothing does. */
export async function pushObstacle(): Promise<PushObstacle | undefined> {
  const { userAgent } = navigator
  const isKnown = 'Notification' in globalThis && 'PushManager' in globalThis
  const browser: PushBrowser = {
    system: systemOf(userAgent),
    isEmbedded: embeddedIn(userAgent) !== undefined,
    isInstalled: isStandalone(),
    canPush: isKnown,
    permission: isKnown ? Notification.permission : undefined,
  }
  // A worker is waited for only where nothing else prevents it.
  return obstacleOf(browser) ?? obstacleOf({ ...browser, canPush: (await worker()) !== undefined })
}

/** The browser's subscription; undefined if it has none, or one for another key of the backend. */
export async function pushSubscription(publicKey: string): Promise<PushSubscription | undefined> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  return subscription && keyOf(subscription) === publicKey ? subscription : undefined
}

/** Subscribes the browser. The member has to have agreed. Rejects where the browser's push service cannot be reached. */
export async function subscribeToPush(publicKey: string): Promise<PushSubscription> {
  const pushManager = (await worker())?.pushManager
  if (!pushManager) throw new Error('There is no worker')
  const former = await pushManager.getSubscription()
  // A subscription belongs to one key, and the browser keeps it until it is ended.
  if (former && keyOf(former) !== publicKey) await former.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  return inTime(navigator.serviceWorker.ready, workerTimeoutMs, () => undefined)
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string | undefined {
  return applicationServerKey ? base64urlOf(new Uint8Array(applicationServerKey)) : undefined
}
