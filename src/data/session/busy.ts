import { type Atom, atom } from 'jotai'
import { useEffect } from 'react'
import { store } from '#lib/store.ts'

const begunAtom = atom(0)
/** How many of those are begun in a sheet or a page, and are lost with it. */
const heldAtom = atom(0)
const sourcesAtom = atom<readonly Atom<boolean>[]>([])

/** Whether the member is doing something that a reload would interrupt; an open QR is shown again after it. */
export const memberBusyAtom = atom((get) => get(begunAtom) + get(heldAtom) > 0)

/** Whether an update must wait. */
export const busyAtom = atom((get) => get(memberBusyAtom) || get(sourcesAtom).some((source) => get(source)))

export const isMemberBusy = (): boolean => store.get(memberBusyAtom)

/** Whether leaving the page or the sheet would lose what the member has begun there. What is typed is seen by the fields. */
export const holdsWork = (): boolean => store.get(heldAtom) > 0

export const isBusy = (): boolean => store.get(busyAtom)

/** Adds an atom that keeps the app busy while it is true, also when no component reads it. */
export function addBusySource(source: Atom<boolean>): void {
  store.set(sourcesAtom, (sources) => [...sources, source])
}

/** Keeps the app busy until the returned function is called. */
export const beginBusy = (): (() => void) => begin(begunAtom)

function begin(counted: typeof begunAtom): () => void {
  store.set(counted, (count) => count + 1)
  let ended = false
  return () => {
    if (!ended) store.set(counted, (count) => count - 1)
    ended = true
  }
}

/** Keeps the app busy while `active`, and what is shown in its place: while a code is entered, or a picture is chosen. */
export function useBusyWhile(active: boolean): void {
  useEffect(() => (active ? begin(heldAtom) : undefined), [active])
}
