import { toApiError } from '#api/api-error.ts'
import { addressOf, request } from '#api/client.ts'
import { movePush, subscribePush, unsubscribePush } from '#api/contract/push.ts'
import { currentLocale } from '#i18n/activate.ts'
import { forgetSubscription, keepSubscription, keptSubscription } from '#lib/network/push-subscription.ts'
import { pushSubscription, subscribeToPush } from './push.ts'

/** Why the notifications stay off: permission was refused or not answered, or the push service cannot be reached. */
type SubscribeFailure = 'denied' | 'unanswered' | 'unavailable'

/**
 * Asks the member, by the browser's own question, and subscribes this browser. Must be called from a tap. Throws an ApiError if the
 * backend could not be notified.
 */
export async function subscribe(publicKey: string): Promise<SubscribeFailure | undefined> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'unanswered'
  let subscription: PushSubscription
  try {
    subscription = await subscribeToPush(publicKey)
  } catch {
    return 'unavailable'
  }
  try {
    await tell(subscription, publicKey)
  } catch (error) {
    // If the backend has stored the subscription all the same, it drops it once the push service says that it is gone.
    await subscription.unsubscribe().catch(() => undefined)
    // The backend sends to the push services that it knows alone.
    if (toApiError(error).code === 'NO_DATA') return 'unavailable'
    throw error
  }
  return undefined
}

/** Reports this browser's subscription to the backend again: its language or its address may have changed since. */
export async function renew(publicKey: string): Promise<void> {
  const subscription = await pushSubscription(publicKey)
  if (subscription) await tell(subscription, publicKey)
}

/** As `renew`, without knowing whether this browser is subscribed at all. */
export async function renewKept(): Promise<void> {
  const kept = await keptSubscription()
  if (kept) await renew(kept.publicKey)
}

/** Ends it here first, which needs no network. */
export async function unsubscribe(publicKey: string): Promise<void> {
  await (await pushSubscription(publicKey))?.unsubscribe()
  await forgetSubscription()
  await request(unsubscribePush, {})
}

async function tell(subscription: PushSubscription, publicKey: string): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh, auth }, locale: currentLocale() }
  const { id } = await request(subscribePush, { body })
  await keepSubscription({ id, auth, publicKey, url: addressOf(movePush) })
}
