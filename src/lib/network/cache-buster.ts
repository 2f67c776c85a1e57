import { appVersion } from '#lib/version.ts'

/** How long the browser's copy of a member's data is valid, in ms: a week. */
export const maxKeptMs = 7 * 24 * 60 * 60_000

/** Identifies the member and the version of the app that wrote a copy. A copy with another buster is dropped. */
export function cacheBuster(token: string): string {
  return `${fingerprintOf(token)} ${appVersion}`
}

/** A short hash that tells texts apart without revealing them (FNV-1a). It need not be cryptographic. */
export function fingerprintOf(text: string): string {
  let sum = 0x811c9dc5
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (sum >>> 0).toString(36)
}
