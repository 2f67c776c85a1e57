import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import type { WaitingQr } from '#api/contract/qrcode.ts'
import { qrQueryOptions } from '#data/deposit/qr-queries.ts'
import { waitingChannelsAtom } from '#data/deposit/waiting-qrs.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { remainingMs } from '#lib/dates/countdown.ts'
import { usualLifetime } from './qr-rules.ts'

export interface SeenQr {
  qr: WaitingQr
  /** When it was last known to be open, in ms by the phone's clock. */
  at: number
  expired: boolean
  /** Its whole time, in ms, as far as it is known. */
  lifetime: number
}

/** The open QR at a channel, or the last one after it has ended. */
export function useWaitingQr(channel: QrChannel) {
  const query = useQuery(qrQueryOptions(channel))
  const isCounted = useAtomValue(waitingChannelsAtom).includes(channel)
  const { data, dataUpdatedAt } = query
  const [seen, setSeen] = useState<SeenQr>()

  const isSeen = data?.hasQrcode && seen?.qr.qrcodeId === data.qrcodeId
  // An expired code stays expired, even if the server's clock is a little behind.
  const waiting = isCounted && data?.hasQrcode && !(isSeen && seen.expired) ? data : undefined
  if (isSeen && !isCounted && !seen.expired) setSeen({ ...seen, expired: true })
  else if (waiting && !(isSeen && seen.at === dataUpdatedAt)) {
    const lifetime = isSeen ? seen.lifetime : usualLifetime(remainingMs(waiting.expireIn, serverNow()))
    setSeen({ qr: waiting, at: dataUpdatedAt, expired: false, lifetime })
  }

  return {
    query,
    waiting,
    lifetime: seen?.lifetime ?? 0,
    gone: waiting ? undefined : seen,
    forget: useCallback(() => setSeen(undefined), []),
  }
}
