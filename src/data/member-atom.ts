import { atom, type SetStateAction } from 'jotai'
import { endedSessionsAtom } from './session.ts'

/** An atom for what belongs to the member who is signed in: when the session ends it begins anew. */
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
