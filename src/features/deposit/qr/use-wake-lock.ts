import { useEffect } from 'react'

/** Keeps the screen on while mounted, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let over = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (over) await lock.release()
      } catch {
        // Refused while the battery is low, or inside a frame: the screen then dims as usual.
      }
    }
    const holdAgain = () => void hold()
    void hold()
    document.addEventListener('visibilitychange', holdAgain)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', holdAgain)
      void lock?.release()
    }
  }, [])
}
