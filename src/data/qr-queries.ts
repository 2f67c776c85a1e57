import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { getQr } from '#api/contract/qrcode.ts'
import { persisted } from './persisted.ts'

/** The QRs of every channel. */
export const qrKey = ['qrcode'] as const

/** The QR that waits at a channel, or that there is none. */
export const qrQueryOptions = (channel: QrChannel) =>
  queryOptions({
    queryKey: [...qrKey, channel],
    queryFn: ({ signal }) => request(getQr, { params: { code: channel }, signal }),
    staleTime: 0,
    ...persisted(getQr.reply),
  })
