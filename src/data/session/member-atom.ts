import { atom, type SetStateAction } from 'jotai'
import { endedSessionsAtom } from './session.ts'

/** An atom for state that belongs to the signed-in member: it is reset when the session ends. */
export function memberAtom<T>(initial: () => T) {
  const ofSession = atom((get) => {
    get(endedSessionsAtom)
    return atom(initial())
  })
  return atom(
    (get) => get(get(ofSession)),
    (get, set, value: SetStateAction<T>) => set(get(ofSession), value),
  )
}
