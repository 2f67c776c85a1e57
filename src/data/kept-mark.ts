import { readToken } from '#api/token.ts'
import { tokenMark } from '#lib/token-mark.ts'
import { appVersion } from '#lib/version.ts'

/** Whose it is that the phone keeps, and of which version of the app: what carries another mark is not believed. */
export function keptMark(): string {
  // The address of this file is another in every release that changed what its chunk says.
  return `${tokenMark(readToken() ?? '')} ${appVersion} ${import.meta.url}`
}
