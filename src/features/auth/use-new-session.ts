import { isSignedIn, lateLogout } from '#data/session/session.ts'
import { dismissToast } from '#ui/message/toast.ts'
import { useIsShown } from '#ui/use-is-shown.ts'

/**
 * Takes the session that a call of this screen has opened, and returns whether it did. After the screen was left, or another way in
 * was quicker, it is ended unused: the first session stays.
 */
export function useNewSession() {
  const isShown = useIsShown()
  return (token: string, take: (token: string) => void): boolean => {
    if (isShown.current && !isSignedIn()) {
      // The toast about the previous session is for its member alone.
      dismissToast('signed-out')
      take(token)
      return true
    }
    void lateLogout().then((late) => late?.revokeUnused(token))
    return false
  }
}
