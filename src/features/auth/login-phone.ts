import { memberAtom } from '#data/member-atom.ts'

/** The phone that somebody gave last on a visitor's page: sign-in and a new password begin with it. Kept nowhere, and gone with a session. */
export const loginPhoneAtom = memberAtom(() => '')
