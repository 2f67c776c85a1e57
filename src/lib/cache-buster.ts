import { appVersion } from './version.ts'

/** How long the browser's copy of a member's data is believed, in ms: a week. */
export const maxKeptMs = 7 * 24 * 60 * 60_000

/** Whose data a copy is and which version of the app wrote it. A copy with another buster is not believed. */
export function cacheBuster(token: string): string {
  return `${tokenFingerprint(token)} ${appVersion}`
}

/** Tells one token from another without being it. */
export function tokenFingerprint(token: string): string {
  let sum = 5381
  for (const letter of token) sum = (Math.imul(sum, 33) ^ letter.charCodeAt(0)) >>> 0
  return sum.toString(36)
}
