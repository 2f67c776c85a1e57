/**
 * True where a network in between answered in the backend's place and let nothing through: it wants a sign-in (511, RFC 6585),
 * or leads elsewhere, which the backend never does.
 */
export function isCaptivePortal({ status, type }: Response): boolean {
  return status === 511 || type === 'opaqueredirect'
}

/** True for a page where the backend's JSON should be: a hotel's sign-in, or a gateway that finds nobody behind it. */
export function isCaptivePortalPage({ ok, status }: Response, text: string): boolean {
  return (ok || status >= 500) && /^\s*</u.test(text)
}
