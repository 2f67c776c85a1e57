import { useLayoutEffect, useState } from 'react'
import { whenOver } from '#lib/dates/when-over.ts'

/** Whether a period that ends then is over: nothing is known of the next one from what was said of it. */
export function useOver(until: string | undefined): boolean {
  const [over, setOver] = useState<string>()
  // Before it is painted: what was kept from an earlier visit may be over from the start.
  useLayoutEffect(() => {
    if (until !== undefined) return whenOver(Date.parse(until), () => setOver(until))
  }, [until])
  return until !== undefined && over === until
}
