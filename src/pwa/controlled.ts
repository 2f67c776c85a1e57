/** Whether the service worker controls this page, so that cached files need no network. A browser may deny access to it. */
export function isControlled(): boolean {
  try {
    return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  } catch {
    return false
  }
}
