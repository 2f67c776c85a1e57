import { atom } from 'jotai'

/** When each shared picture came that waits in line and that the upload has not offered yet, in ms, the first first. */
export const sharedWaitsAtom = atom<readonly number[]>([])
