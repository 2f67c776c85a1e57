import { atom } from 'jotai'

/** The phone that somebody gave last on a visitor's page: sign-in and a new password begin with it. Kept nowhere. */
export const loginPhoneAtom = atom('')
