import { shortHash } from '#lib/text/short-hash.ts'
import { appVersion } from '#lib/version.ts'

/** How long the browser's copy of a member's data is valid, in ms: a week. */
export const maxKeptMs = 7 * 24 * 60 * 60_000

/** Identifies the member and the version of the app that wrote a copy. A copy with another buster is dropped. */
export function cacheBuster(token: string): string {
  return `${shortHash(token).toString(36)} ${appVersion}`
}
