import { type QueryClient, QueryObserver, replaceEqualDeep } from '@tanstack/react-query'
import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { type QrChannel, qrChannels } from '#api/contract/qr-channels.ts'
import type { QrRecord, WaitingQr } from '#api/contract/qrcode.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { remainingMs } from '#lib/dates/countdown.ts'
import { store } from '#lib/store.ts'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { addBusySource } from '#data/session/busy.ts'
import { memberAtom } from '#data/session/member-atom.ts'
import { watchMoney } from '#data/wallet/money-watch.ts'
import { qrQueryOptions } from './qr-queries.ts'
import { isSignedIn, onSessionEnd } from '#data/session/session.ts'

/** A QR that can still be paid. */
export interface CountedQr extends WaitingQr {
  channel: QrChannel
  /** When it was last known to be open, in ms by the phone's clock. */
  seenAt: number
  /** Ms until it expires. */
  left: number
}

/** The channels' QRs in the query cache. */
const knownQrsAtom = memberAtom<Partial<Record<QrChannel, QrRecord & { seenAt: number }>>>(() => ({}))

/** The server's time at the last tick, in ms. It ticks every second, but only while a QR is open. */
const nowAtom = atom(serverNow())

/** The open QRs, with the time left. */
export const waitingQrsAtom = atom((get) => {
  const known = get(knownQrsAtom)
  return qrChannels.flatMap((channel): CountedQr[] => {
    const qr = known[channel]
    const left = qr?.hasQrcode ? remainingMs(qr.expireIn, get(nowAtom)) : 0
    return qr?.hasQrcode && left > 0 ? [{ ...qr, channel, left }] : []
  })
})

/** The channels with open QRs: changes only when one is created or ends, not with every tick. */
export const waitingChannelsAtom = selectAtom(
  waitingQrsAtom,
  (qrs, last: QrChannel[] | undefined): QrChannel[] =>
    replaceEqualDeep(
      last,
      qrs.map(({ channel }) => channel),
    ),
)

// An update reloads the page: a member who is in the bank's app to pay must find the QR as it was.
addBusySource(atom((get) => get(waitingChannelsAtom).length > 0))

const isPayable = (qr: QrRecord | undefined) => qr?.hasQrcode === true && qr.expireIn > serverNow()

let stopFollowing: (() => void) | undefined

/**
 * Keeps the QR atoms in step with the query cache (QRs created here, fetched, or restored) until the session ends. While a QR is
 * open, the server is polled and the time counts down; once it is paid, cancelled or expired, everything that may have changed
 * is refetched. Returns a function that stops it.
 */
export function followQrs(queryClient: QueryClient): () => void {
  stopFollowing ??= startFollowing(queryClient)
  return stopFollowing
}

onSessionEnd(() => stopFollowing?.())

function startFollowing(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = () => {
    clearTimeout(timer)
    store.set(nowAtom, serverNow())
    const secondsEnd = store.get(waitingQrsAtom).map(({ left }) => left % 1000 || 1000)
    if (secondsEnd.length > 0) timer = setTimeout(tick, Math.min(...secondsEnd))
  }
  const stops = qrChannels.map((channel) => {
    const observer = new QueryObserver(queryClient, {
      ...qrQueryOptions(channel),
      enabled: ({ state }) => isPayable(state.data),
    })
    const follow = () => {
      // The time is updated first, because it stood still without open QRs: an expired one must not show for a moment.
      store.set(nowAtom, serverNow())
      const { data, dataUpdatedAt: seenAt } = observer.getCurrentResult()
      store.set(knownQrsAtom, (known) => ({ ...known, [channel]: data && { ...data, seenAt } }))
      tick()
    }
    const stop = observer.subscribe(follow)
    follow()
    return stop
  })

  let waiting = store.get(waitingChannelsAtom)
  let endWatch: (() => void) | undefined
  const followWatch = () => {
    if (waiting.length > 0) endWatch ??= watchMoney()
    else {
      endWatch?.()
      endWatch = undefined
    }
  }
  followWatch()
  const stopWaiting = store.sub(waitingChannelsAtom, () => {
    const before = waiting
    waiting = store.get(waitingChannelsAtom)
    followWatch()
    const isOver = before.some((channel) => !waiting.includes(channel))
    if (isOver && isSignedIn()) refreshMoney(queryClient)
  })
  document.addEventListener('visibilitychange', tick)
  return () => {
    stopFollowing = undefined
    clearTimeout(timer)
    for (const stop of stops) stop()
    stopWaiting()
    endWatch?.()
    document.removeEventListener('visibilitychange', tick)
    store.set(knownQrsAtom, {})
  }
}
