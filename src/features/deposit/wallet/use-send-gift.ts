import { useState } from 'react'
import { sendTrueLink } from '#api/contract/true-link.ts'
import { useOperation } from '#operations/use-operation.ts'
import { env } from '#lib/env.ts'
import type { Gift } from './encrypt-gift-link.ts'

/** Encrypts a gift link and sends it. Neither the link nor its encrypted form is stored. `onArrived`: it is with the server. */
export function useSendGift(onArrived: () => void) {
  const operation = useOperation(sendTrueLink, {
    onResult({ status }) {
      if (status === 'done') onArrived()
    },
  })
  const [sealing, setSealing] = useState(false)
  const [unready, setUnready] = useState(false)

  const send = async (gift: Gift): Promise<void> => {
    setSealing(true)
    setUnready(false)
    try {
      const { encryptGiftLink } = await import('./encrypt-gift-link.ts')
      await operation.run({ body: { link: encryptGiftLink(gift, env.truelinkKey) } })
    } catch {
      // The encryption module could not be loaded, so nothing was sent.
      setUnready(true)
    } finally {
      setSealing(false)
    }
  }
  return { operation, send, unready, busy: sealing || operation.busy }
}
