import { atom, useAtomValue } from 'jotai'

const wide = matchMedia('(width >= 56.25rem)')

const wideAtom = atom(wide.matches)
wideAtom.onMount = (set) => {
  const look = () => set(wide.matches)
  look()
  wide.addEventListener('change', look)
  return () => wide.removeEventListener('change', look)
}

/** True where the window has room for columns. What only one of the two layouts shows is not rendered in the other. */
export const useWide = (): boolean => useAtomValue(wideAtom)
