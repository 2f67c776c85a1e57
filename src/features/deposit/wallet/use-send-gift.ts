import { useState } from 'react'
import { sendTrueLink } from '#api/contract/wallet.ts'
import { useAct } from '#data/act.ts'
import { env } from '#lib/env.ts'
import type { Gift } from './gift-seal.ts'

/** Sends a gift link, sealed. Neither the link nor the sealed text stays anywhere after it was sent. */
export function useSendGift() {
  const act = useAct(sendTrueLink)
  const [sealing, setSealing] = useState(false)
  const [unready, setUnready] = useState(false)

  const send = async (gift: Gift): Promise<boolean> => {
    setSealing(true)
    setUnready(false)
    try {
      const { sealGift } = await import('./gift-seal.ts')
      const end = await act.run({ body: { link: sealGift(gift, env.truelinkKey) } })
      return end.status === 'done'
    } catch {
      // What seals it did not load; nothing was sent.
      setUnready(true)
      return false
    } finally {
      setSealing(false)
    }
  }
  return { act, send, unready, busy: sealing || act.busy }
}
