import { atom, useAtom, useAtomValue } from 'jotai'
import { isDataSaverAtom } from '#lib/connection-quality.ts'

/** Pictures that were asked for with a tap; they stay shown as long as the page does. */
const wantedAtom = atom<readonly string[]>([])

/** Whether a picture is left out to save data until somebody wants it, and what shows it everywhere. */
export function useSparedPicture(src: string | null | undefined): { spared: boolean; show: () => void } {
  const spares = useAtomValue(isDataSaverAtom)
  const [wanted, setWanted] = useAtom(wantedAtom)
  return {
    spared: spares && Boolean(src) && !wanted.includes(src ?? ''),
    show: () => src && setWanted([...wanted, src]),
  }
}
