/** What the worker knows of this browser's subscription to notifications: it knows neither the session nor the contract. */
interface KeptSubscription {
  /** By which the backend knows it. */
  id: string
  /** The secret of the subscription, by which the worker proves that it is its own. */
  auth: string
  /** Of the backend, base64url. */
  publicKey: string
  /** The address that takes a subscription that the browser has replaced. */
  url: string
}

const cacheName = 'champa-push'
const address = '/push-subscription'

/** Stores it for the worker. A cache takes fewer lines than a database, and the worker's own files have them already. */
export async function keepSubscription(subscription: KeptSubscription): Promise<void> {
  await (await caches.open(cacheName)).put(address, new Response(JSON.stringify(subscription)))
}

/** What this browser has stored; undefined if nothing. */
export async function keptSubscription(): Promise<KeptSubscription | undefined> {
  const kept = await caches.match(address, { cacheName })
  return kept?.json().catch(() => undefined) as Promise<KeptSubscription | undefined>
}

export async function forgetSubscription(): Promise<void> {
  await caches.delete(cacheName)
}
