import { atom } from 'jotai'

interface Update {
  /** Activates the new version. */
  accept: () => void
  /** A file of this version is missing. */
  isNeeded?: boolean
}

/** The new version that is ready, if one is. */
export const updateAtom = atom<Update>()
