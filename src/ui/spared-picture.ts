import { atom, useAtom, useAtomValue } from 'jotai'
import { isDataSaverAtom } from '#lib/connection-quality.ts'

/** Pictures that were asked for by a tap; they stay shown until the page is left. */
const wantedAtom = atom<readonly string[]>([])

/** Whether a picture is left out to save data, and a function that shows it everywhere. */
export function useSparedPicture(src: string | null | undefined): { spared: boolean; show: () => void } {
  const spares = useAtomValue(isDataSaverAtom)
  const [wanted, setWanted] = useAtom(wantedAtom)
  return {
    spared: spares && Boolean(src) && !wanted.includes(src ?? ''),
    show: () => src && setWanted([...wanted, src]),
  }
}
