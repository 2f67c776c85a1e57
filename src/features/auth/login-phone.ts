import { memberAtom } from '#data/session/member-atom.ts'

/** The phone number typed last on a visitor's page, which login and forgot-password start with. In memory only; cleared when a session ends. */
export const loginPhoneAtom = memberAtom(() => '')

/** Whether the session outlives the tab, as chosen last on a visitor's page. */
export const rememberAtom = memberAtom(() => true)
