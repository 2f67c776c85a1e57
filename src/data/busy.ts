import { type Atom, atom } from 'jotai'
import { useEffect } from 'react'
import { store } from '#lib/store.ts'

const begunAtom = atom(0)
const sourcesAtom = atom<readonly Atom<boolean>[]>([])

/** The member is in the middle of something that a reload would break off. */
export const begunBusyAtom = atom((get) => get(begunAtom) > 0)

/** Something goes on that an update must not interrupt. */
export const busyAtom = atom((get) => get(begunBusyAtom) || get(sourcesAtom).some((source) => get(source)))

export const isBusy = (): boolean => store.get(busyAtom)

/** From now on the app is busy as long as this is true, whether it is shown or not. */
export function addBusySource(source: Atom<boolean>): void {
  store.set(sourcesAtom, (sources) => [...sources, source])
}

/** Something that an update must not interrupt begins here; the returned function ends it. */
export function beginBusy(): () => void {
  store.set(begunAtom, (count) => count + 1)
  let ended = false
  return () => {
    if (!ended) store.set(begunAtom, (count) => count - 1)
    ended = true
  }
}

/** The same for as long as a screen is in such a state, as while a code is entered. */
export function useBusyWhile(active: boolean): void {
  useEffect(() => (active ? beginBusy() : undefined), [active])
}
