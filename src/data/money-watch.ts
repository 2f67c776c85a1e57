import { type QueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import { useEffect } from 'react'
import { eventsAnnouncedAtom } from '#lib/api-extensions.ts'
import { store } from '#lib/store.ts'
import { refreshMoney } from './refresh-money.ts'
import { onSessionEnd } from './session.ts'

/** How often money that is waited for is asked for, in ms; and where the server tells of it, lest a word was lost. */
const pollMs = 5000
const heardPollMs = 20_000
/** What was begun may end after its sheet was closed, in ms. */
const lingerMs = 60_000
/** The first screen has the line for itself, in ms. */
const listenAfterMs = 2000

/** The server tells of money by itself just now. */
export const moneyHeardAtom = atom(false)

const watchersAtom = atom(0)

/** While money may come or go any moment it is asked for every few seconds. Returns what ends that. */
export function watchMoney(): () => void {
  store.set(watchersAtom, (count) => count + 1)
  return () => store.set(watchersAtom, (count) => count - 1)
}

/** As `watchMoney`, while a screen is seen and a little longer. */
export function useMoneyWatch(isWaiting = true): void {
  useEffect(() => {
    if (!isWaiting) return undefined
    const end = watchMoney()
    return () => void setTimeout(end, lingerMs)
  }, [isWaiting])
}

let stopFollowing: (() => void) | undefined

/**
 * Learns of money that came or went, until the session ends: by the server's events while the app is seen, where the backend
 * has them; else, while somebody waits for money, by asking. Returns what ends it.
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
    const setHeard = (heard: boolean) => store.set(moneyHeardAtom, heard)
    await listenForMoney(queryClient, { position, signal, setHeard })
  }
  const followEvents = () => {
    const isWanted = isSeen() && store.get(eventsAnnouncedAtom)
    if (isWanted === (listening !== undefined)) return
    listening?.abort()
    listening = isWanted ? new AbortController() : undefined
    // Where the file cannot be had, money is asked for.
    if (listening) void listen(listening.signal).catch(() => undefined)
  }
  const followPoll = () => {
    const everyMs = store.get(watchersAtom) === 0 ? 0 : store.get(moneyHeardAtom) ? heardPollMs : pollMs
    if (everyMs === pollsEveryMs) return
    pollsEveryMs = everyMs
    clearInterval(poll)
    if (everyMs > 0) poll = setInterval(() => isSeen() && refreshMoney(queryClient), everyMs)
  }

  document.addEventListener('visibilitychange', followEvents)
  const stops = [
    store.sub(eventsAnnouncedAtom, followEvents),
    store.sub(watchersAtom, followPoll),
    store.sub(moneyHeardAtom, followPoll),
    () => document.removeEventListener('visibilitychange', followEvents),
  ]
  followEvents()
  followPoll()
  return () => {
    stopFollowing = undefined
    listening?.abort()
    clearInterval(poll)
    for (const stop of stops) stop()
    store.set(moneyHeardAtom, false)
  }
}
