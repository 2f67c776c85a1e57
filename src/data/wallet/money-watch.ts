import { type QueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import { useEffect } from 'react'
import { extensionsAtom, hasExtension } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { refreshMoney } from './refresh-money.ts'
import { onSessionEnd } from '#data/session/session.ts'

/** How often money is refetched while a screen waits for it, in ms; less often with the event stream, which may lose one. */
const pollMs = 5000
const heardPollMs = 20_000
/** How long the watch goes on after its screen was closed, in ms: an operation may end later. */
const lingerMs = 60_000
/** The event stream opens this much later, in ms, so that it does not compete with the first screen's calls. */
const listenAfterMs = 2000

/** Whether the event stream is connected. */
export const moneyEventsConnectedAtom = atom(false)

const watchersAtom = atom(0)

/** Polls the member's money every few seconds. Returns a function that stops it. */
export function watchMoney(): () => void {
  store.set(watchersAtom, (count) => count + 1)
  return () => store.set(watchersAtom, (count) => count - 1)
}

/** As `watchMoney`, while the component is mounted and a little longer. */
export function useMoneyWatch(isWaiting = true): void {
  useEffect(() => {
    if (!isWaiting) return undefined
    const end = watchMoney()
    return () => void setTimeout(end, lingerMs)
  }, [isWaiting])
}

let stopFollowing: (() => void) | undefined

/**
 * Keeps the member's money up to date until the session ends: by the server's events while the app is visible and the
 * backend has them, and by polling while a screen waits for money. Returns a function that stops it.
 */
export function followMoney(queryClient: QueryClient): () => void {
  stopFollowing ??= startFollowing(queryClient)
  return stopFollowing
}

onSessionEnd(() => stopFollowing?.())

function startFollowing(queryClient: QueryClient): () => void {
  const isSeen = () => document.visibilityState === 'visible'
  const position = {}
  let listening: AbortController | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let pollsEveryMs = 0

  async function listen(signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, listenAfterMs))
    const { listenForMoney } = await import('./money-events.ts')
    const setConnected = (isConnected: boolean) => store.set(moneyEventsConnectedAtom, isConnected)
    await listenForMoney(queryClient, { position, signal, setConnected })
  }
  const followEvents = () => {
    const isWanted = isSeen() && hasExtension('events')
    if (isWanted === (listening !== undefined)) return
    listening?.abort()
    listening = isWanted ? new AbortController() : undefined
    // If the file cannot be loaded, polling goes on.
    if (listening) void listen(listening.signal).catch(() => undefined)
  }
  // On a slow connection a call may take longer than the interval: the next one must not cancel it.
  const refetch = () => isSeen() && refreshMoney(queryClient, { cancelRefetch: false })
  const followPoll = () => {
    const everyMs =
      store.get(watchersAtom) === 0 ? 0 : store.get(moneyEventsConnectedAtom) ? heardPollMs : pollMs
    if (everyMs === pollsEveryMs) return
    pollsEveryMs = everyMs
    clearInterval(poll)
    if (everyMs > 0) poll = setInterval(refetch, everyMs)
  }

  document.addEventListener('visibilitychange', followEvents)
  const stops = [
    store.sub(extensionsAtom, followEvents),
    store.sub(watchersAtom, followPoll),
    store.sub(moneyEventsConnectedAtom, followPoll),
    () => document.removeEventListener('visibilitychange', followEvents),
  ]
  followEvents()
  followPoll()
  return () => {
    stopFollowing = undefined
    listening?.abort()
    clearInterval(poll)
    for (const stop of stops) stop()
    store.set(moneyEventsConnectedAtom, false)
  }
}
