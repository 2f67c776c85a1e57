import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSignedIn } from '#data/session/session.ts'
import { forgetSharedSlips, sharedSlip } from '#lib/outbox/shared-slip.ts'

/**
 * Reads the picture that another app shared, once, as soon as it is wanted. It stays stored until the slip is handed over or the
 * upload is left, so that a reload finds it again: here or in the outbox, never in both. Returns true if there was none.
 */
export function useSharedSlip(
  wanted: boolean,
  take: (picture: Blob) => Promise<void>,
  isHandedOver: boolean,
  onHandedOver: () => void,
): boolean {
  const [missing, setMissing] = useState(false)
  const [openedAt] = useState(Date.now)
  const started = useRef(false)
  const look = useEffectEvent(async () => {
    const picture = await sharedSlip().catch(() => undefined)
    if (picture) await take(picture)
    else setMissing(true)
  })
  useEffect(() => {
    if (!wanted || started.current) return
    started.current = true
    void look()
  }, [wanted])
  const forget = useEffectEvent(() => {
    void forgetSharedSlips(openedAt)
    if (started.current) onHandedOver()
  })
  useEffect(() => {
    if (isHandedOver) forget()
  }, [isHandedOver])
  useEffect(
    () => () => {
      // The end of a session handles the stored picture itself.
      if (isSignedIn()) void forgetSharedSlips(openedAt)
    },
    [openedAt],
  )
  return missing
}
