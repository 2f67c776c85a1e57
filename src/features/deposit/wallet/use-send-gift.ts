import { useState } from 'react'
import { sendTrueLink } from '#api/contract/wallet.ts'
import { useOperation } from '#operations/use-operation.ts'
import { env } from '#lib/env.ts'
import type { Gift } from './encrypt-gift-link.ts'

/** Sends a gift link, sealed. Neither the link nor the sealed text stays anywhere after it was sent. */
export function useSendGift() {
  const operation = useOperation(sendTrueLink)
  const [sealing, setSealing] = useState(false)
  const [unready, setUnready] = useState(false)

  const send = async (gift: Gift): Promise<boolean> => {
    setSealing(true)
    setUnready(false)
    try {
      const { encryptGiftLink } = await import(/* online only */ './encrypt-gift-link.ts')
      const end = await operation.run({ body: { link: encryptGiftLink(gift, env.truelinkKey) } })
      return end.status === 'done'
    } catch {
      // What seals it did not load; nothing was sent.
      setUnready(true)
      return false
    } finally {
      setSealing(false)
    }
  }
  return { operation, send, unready, busy: sealing || operation.busy }
}
