import { useEffect, useState } from 'react'

/**
 * Whether this browser can notify the member, has not been refused, and is not subscribed: then the member is asked. Nothing here waits
 * for a worker, which has long been there after a deposit.
 */
export function usePushOffer(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isShown = true
    const look = async () => {
      if (Notification.permission === 'denied') return
      const registration = await navigator.serviceWorker.getRegistration()
      const isSubscribed = registration && (await registration.pushManager.getSubscription())
      if (isShown && isSubscribed === null) setOpen(true)
    }
    // A browser that lacks any of it.
    look().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [])
  return isOpen
}
