import { useEffect } from 'react'
import { useIsSeen } from '#ui/sheet-stage.ts'

/** Keeps the screen on while this is shown; where the phone cannot, nothing happens. */
export function useWakeLock(): void {
  const isSeen = useIsSeen()
  useEffect(() => {
    if (!isSeen) return undefined
    let lock: WakeLockSentinel | undefined
    let over = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (over) await lock.release()
      } catch {
        // Refused while the battery is low, or inside a frame: the screen then dims as it always does.
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
  }, [isSeen])
}
