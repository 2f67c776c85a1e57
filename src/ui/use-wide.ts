import { atom, useAtomValue } from 'jotai'

const wide = matchMedia('(width >= 56.25rem)')

const wideAtom = atom(wide.matches)
wideAtom.onMount = (set) => {
  const look = () => set(wide.matches)
  look()
  wide.addEventListener('change', look)
  return () => wide.removeEventListener('change', look)
}

/** The window is so wide that pages have columns: what only such a page has need not be made for a phone, nor the other way round. */
export const useWide = (): boolean => useAtomValue(wideAtom)
