import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSignedIn } from '#data/session/session.ts'
import { lookForShared } from '#lib/outbox/look-for-shared.ts'
import { forgetSeenSlips, takeSharedSlip } from '#lib/outbox/shared-slip-line.ts'

interface Sharing {
  /** The upload can take a picture. */
  wanted: boolean
  /** Another app has just shared one. */
  shared: boolean
  take: (picture: Blob) => Promise<void>
  isHandedOver: boolean
  onHandedOver: () => void
}

/**
 * Offers the pictures that another app shared, the oldest as soon as it is wanted. One stays stored until its slip is handed over or
 * the upload is left, so that a reload finds it again: here or in the outbox, never in both. Those behind it wait, and the page tells of
 * them once the upload is left.
 */
export function useSharedSlip({ wanted, shared, take, isHandedOver, onHandedOver }: Sharing) {
  const [missing, setMissing] = useState(false)
  const started = useRef(false)
  async function offer(): Promise<boolean> {
    const picture = await takeSharedSlip().catch(() => undefined)
    void lookForShared()
    if (picture) await take(picture)
    return picture !== undefined
  }
  const look = useEffectEvent(async () => setMissing(!(await offer()) && shared))
  useEffect(() => {
    if (!wanted || started.current) return
    started.current = true
    void look()
  }, [wanted])
  const forget = useEffectEvent(() => {
    void forgetSeenSlips()
    if (shared) onHandedOver()
  })
  useEffect(() => {
    if (isHandedOver) forget()
  }, [isHandedOver])
  useEffect(
    () => () => {
      // The end of a session handles the stored pictures itself.
      if (isSignedIn()) void forgetSeenSlips().then(lookForShared)
    },
    [],
  )
  return {
    /** Another app has shared a picture, but none is stored. */
    missing,
    /** Offers the next one. Resolves with whether there was one. */
    async offerNext(): Promise<boolean> {
      await forgetSeenSlips()
      return offer()
    },
  }
}
