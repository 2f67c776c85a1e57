import { useEffect, useRef } from 'react'
import { lateLogout } from '#data/session.ts'

/**
 * Takes the session that a call of this screen has opened. Who has left the screen meanwhile, for instance by another way in, must not
 * get it in place of the first: it is ended unused.
 */
export function useNewSession() {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return async (token: string, take: (token: string) => void): Promise<void> => {
    if (isOpen.current) take(token)
    else await (await lateLogout())?.revokeUnused(token)
  }
}
