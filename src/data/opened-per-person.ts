import { atom } from 'jotai'
import { store } from '#lib/store.ts'
import { onSessionEnd } from './session.ts'

/** Something open for one person at a time: it closes when another one comes, and when a session ends. */
export function openedPerPerson<Opened extends { close(): void }>() {
  let current: { key: string | undefined; opening: Promise<Opened> } | undefined
  const openedAtom = atom<Opened>()

  function close(): void {
    current?.opening.then((opened) => opened.close()).catch(() => undefined)
    current = undefined
    store.set(openedAtom, undefined)
  }
  onSessionEnd(close)

  return {
    /** Undefined while nothing is open, or it is still being opened. */
    openedAtom,
    /** What is open for this key already, else what `open` gives. One that could not be opened is tried anew. */
    open(key: string | undefined, open: () => Promise<Opened>): Promise<Opened> {
      if (current && current.key === key) return current.opening
      close()
      const mine = { key, opening: open() }
      current = mine
      mine.opening.then(
        (opened) => current === mine && store.set(openedAtom, opened),
        () => current === mine && close(),
      )
      return mine.opening
    },
  }
}
