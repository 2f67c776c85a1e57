import { readUrl } from './read-url.ts'

/** A placeholder for our own origin while a target is resolved. */
const here = 'https://own.invalid'
// Browsers drop control characters, whitespace can hide a host, and a backslash counts as a slash.
const deceptive = /[\p{C}\s\\]/u

/**
 * The path, query and hash to go to after sign-in, or null when the text is anything but a plain path to a member's page.
 * It is decoded first, because a server or router may decode it later too.
 */
export function safeRedirect(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 2000 || !isOwnPath(text)) return null
  const target = new URL(text, here)
  // A redirect to a visitor's page would lead back to the sign-in.
  if (!/^\/user(?:\/|$)/u.test(target.pathname)) return null
  return target.pathname + target.search + target.hash
}

function isOwnPath(text: string): boolean {
  const path = text.split(/[?#]/u, 1)[0] ?? ''
  if (!path.startsWith('/') || deceptive.test(text)) return false
  let decoded = path
  for (let undone = 0; undone < 5; undone += 1) {
    if (decoded.includes('//') || deceptive.test(decoded)) return false
    if (/(?:^|\/)\.{1,2}(?:\/|$)/u.test(decoded) || readUrl(decoded, here)?.origin !== here) return false
    const next = decode(decoded)
    if (next === decoded) return true
    if (next === undefined) return false
    decoded = next
  }
  return false
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
