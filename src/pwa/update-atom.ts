import { atom } from 'jotai'

interface Update {
  /** Starts the new version. */
  take: () => void
  /** Something was asked for that this version no longer has. */
  isNeeded?: boolean
}

/** The new version that is ready, if one is. */
export const updateAtom = atom<Update>()
