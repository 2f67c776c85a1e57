import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSignedIn } from '#data/session.ts'
import { forgetSharedSlip, sharedSlip } from '#lib/shared-slip.ts'

/**
 * Takes the picture that another app shared, once, as soon as it is wanted. It stays where it is until the slip was sent
 * or the upload is left, by whatever way: a page that is opened anew finds it again. True: there was none.
 */
export function useSharedSlip(
  wanted: boolean,
  take: (picture: Blob) => Promise<void>,
  sent: boolean,
): boolean {
  const [missing, setMissing] = useState(false)
  const asked = useRef(false)
  const look = useEffectEvent(async () => {
    const picture = await sharedSlip().catch(() => undefined)
    if (picture) await take(picture)
    else setMissing(true)
  })
  useEffect(() => {
    if (!wanted || asked.current) return
    asked.current = true
    void look()
  }, [wanted])
  useEffect(() => {
    if (sent) void forgetSharedSlip()
  }, [sent])
  useEffect(
    () => () => {
      // A session that ended has its own rule.
      if (isSignedIn()) void forgetSharedSlip()
    },
    [],
  )
  return missing
}
