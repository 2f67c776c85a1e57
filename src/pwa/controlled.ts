/** Whether the worker serves this page: what it keeps costs no line. A browser may deny even the question. */
export function isControlled(): boolean {
  try {
    return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  } catch {
    return false
  }
}
