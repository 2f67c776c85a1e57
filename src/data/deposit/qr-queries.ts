import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { getQr } from '#api/contract/qrcode.ts'
import { persisted } from '#data/persisted.ts'
import { sameOpeningMs } from '#data/same-opening.ts'

/** The QRs of every channel. */
export const qrKey = ['qrcode'] as const

/** The open QR at a channel, if any. */
export const qrQueryOptions = (channel: QrChannel) =>
  queryOptions({
    queryKey: [...qrKey, channel],
    queryFn: ({ signal }) => request(getQr, { params: { code: channel }, signal }),
    staleTime: sameOpeningMs,
    ...persisted(getQr.reply),
  })
