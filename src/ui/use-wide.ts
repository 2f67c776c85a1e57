import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 56.25rem)')

function subscribe(changed: () => void): () => void {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** The window is so wide that pages have columns: what only such a page has need not be made for a phone, nor the other way round. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
