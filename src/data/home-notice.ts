import type { ReactNode } from 'react'
import { memberAtom } from '#data/session/member-atom.ts'

/** The notice below the wallet on the home page, once it can appear without moving what is being read; null: none. */
export const homeNoticeAtom = memberAtom<ReactNode>(() => null)
