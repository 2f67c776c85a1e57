import { atom } from 'jotai'
import { store } from '#lib/store.ts'
import { onSessionEnd } from './session.ts'

/** A resource opened for one member or guest at a time: it is closed when another one opens it and when a session ends. */
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
    /** Undefined until it is open. */
    openedAtom,
    /** Returns the resource that is open for this key, else opens it. After a failure the next call tries again. */
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
