import { type Atom, atom } from 'jotai'
import { useEffect } from 'react'
import { store } from '#lib/store.ts'

const begunAtom = atom(0)
const sourcesAtom = atom<readonly Atom<boolean>[]>([])

/** Whether the member is doing something that a reload would interrupt; an open QR is shown again after it. */
export const memberBusyAtom = atom((get) => get(begunAtom) > 0)

/** Whether an update must wait. */
export const busyAtom = atom((get) => get(memberBusyAtom) || get(sourcesAtom).some((source) => get(source)))

export const isMemberBusy = (): boolean => store.get(memberBusyAtom)

export const isBusy = (): boolean => store.get(busyAtom)

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
