import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { QrChannel, WaitingQr } from '#api/contract/qrcode.ts'
import { useBusyWhile } from '#data/busy.ts'
import { qrQueryOptions } from '#data/qr-queries.ts'
import { serverNow } from '#lib/clock.ts'
import { useIsSeen } from '#ui/sheet-stage.ts'

const pollMs = 4000

export interface SeenQr {
  qr: WaitingQr
  /** When it was last known to wait, in ms by the phone's clock. */
  at: number
  expired: boolean
}

/** The code that waits at a channel; or, once it is gone, the one that waited last. */
export function useWaitingQr(channel: QrChannel) {
  const query = useQuery({
    ...qrQueryOptions(channel),
    refetchInterval: ({ state }) => (state.data?.hasQrcode ? pollMs : false),
  })
  const { data, dataUpdatedAt } = query
  const [seen, setSeen] = useState<SeenQr>()

  const over =
    data?.hasQrcode && (data.expireIn <= serverNow() || (seen?.expired && seen.qr.qrcodeId === data.qrcodeId))
  const waiting = data?.hasQrcode && !over ? data : undefined

  if (waiting && (seen?.qr !== waiting || seen.at !== dataUpdatedAt)) {
    setSeen({ qr: waiting, at: dataUpdatedAt, expired: false })
  }
  useBusyWhile(useIsSeen() && waiting !== undefined)

  return {
    query,
    waiting,
    gone: waiting ? undefined : seen,
    expire: useCallback(() => setSeen((last) => last && { ...last, expired: true }), []),
    forget: useCallback(() => setSeen(undefined), []),
  }
}
