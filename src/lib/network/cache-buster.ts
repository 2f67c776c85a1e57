import { appVersion } from '#lib/version.ts'

/** How long the browser's copy of a member's data is valid, in ms: a week. */
export const maxKeptMs = 7 * 24 * 60 * 60_000

/** Identifies the member and the version of the app that wrote a copy. A copy with another buster is dropped. */
export function cacheBuster(token: string): string {
  return `${tokenFingerprint(token)} ${appVersion}`
}

/** A fingerprint that tells tokens apart without revealing them. */
export function tokenFingerprint(token: string): string {
  let sum = 5381
  for (const letter of token) sum = (Math.imul(sum, 33) ^ letter.charCodeAt(0)) >>> 0
  return sum.toString(36)
}
