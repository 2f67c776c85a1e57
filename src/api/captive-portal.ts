/**
 * True if a network in between answered instead of the backend: it asks for a sign-in (511, RFC 6585), or it redirects, which
 * the backend never does.
 */
export function isCaptivePortal({ status, type }: Response): boolean {
  return status === 511 || type === 'opaqueredirect'
}

/**
 * True for a page where the backend's JSON should be: a captive portal's sign-in, or a gateway's page when the backend is down.
 */
export function isCaptivePortalPage({ ok, status }: Response, text: string): boolean {
  return (ok || status >= 500) && /^\s*</u.test(text)
}
