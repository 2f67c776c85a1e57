import { useEffect, useRef } from 'react'
import { isSignedIn, lateLogout } from '#data/session/session.ts'
import { dismissToast } from '#ui/message/toast.ts'

/**
 * Takes the session that a call of this screen has opened, and returns whether it did. After the screen was left, or another way in
 * was quicker, it is ended unused: the first session stays.
 */
export function useNewSession() {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return (token: string, take: (token: string) => void): boolean => {
    if (isOpen.current && !isSignedIn()) {
      // The toast about the previous session is for its member alone.
      dismissToast('signed-out')
      take(token)
      return true
    }
    void lateLogout().then((late) => late?.revokeUnused(token))
    return false
  }
}
