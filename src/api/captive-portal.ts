/**
 * True if a network in between answered instead of the backend: it asks for a sign-in (511, RFC 6585), or it redirects, which
 * the backend never does.
 */
export function isCaptivePortal({ status, type }: Response): boolean {
  return status === 511 || type === 'opaqueredirect'
}

/** True for a page that pretends to be the backend's answer. The page of a failure is a gateway's, whose backend is down. */
export function isCaptivePortalPage({ ok }: Response, text: string): boolean {
  return ok && /^\s*</u.test(text)
}
