import { type Atom, atom } from 'jotai'
import { useEffect } from 'react'
import { store } from '#lib/store.ts'

const begunAtom = atom(0)
const sourcesAtom = atom<readonly Atom<boolean>[]>([])

/** Whether the member is doing something that a reload would interrupt. */
export const begunBusyAtom = atom((get) => get(begunAtom) > 0)

/** Whether an update must wait. */
export const busyAtom = atom((get) => get(begunBusyAtom) || get(sourcesAtom).some((source) => get(source)))

/** Whether an update must wait. With `begun`, an open QR does not count. */
export const isBusy = (begun = false): boolean => store.get(begun ? begunBusyAtom : busyAtom)

/** Adds an atom that keeps the app busy while it is true, also when no component reads it. */
export function addBusySource(source: Atom<boolean>): void {
  store.set(sourcesAtom, (sources) => [...sources, source])
}

/** Keeps the app busy until the returned function is called. */
export function beginBusy(): () => void {
  store.set(begunAtom, (count) => count + 1)
  let ended = false
  return () => {
    if (!ended) store.set(begunAtom, (count) => count - 1)
    ended = true
  }
}

/** Keeps the app busy while `active`, for example while a code is entered. */
export function useBusyWhile(active: boolean): void {
  useEffect(() => (active ? beginBusy() : undefined), [active])
}
