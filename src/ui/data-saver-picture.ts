import { atom, useAtom, useAtomValue } from 'jotai'
import { isDataSaverAtom } from '#lib/connection-quality.ts'

/** The pictures that were requested by a tap; they stay shown until the page is left. */
const shownAtom = atom<readonly string[]>([])

/** Whether a picture is hidden to save data, and a function that shows it everywhere. */
export function useDataSaverPicture(src: string | null | undefined): { isHidden: boolean; show: () => void } {
  const isDataSaver = useAtomValue(isDataSaverAtom)
  const [shown, setShown] = useAtom(shownAtom)
  return {
    isHidden: isDataSaver && Boolean(src) && !shown.includes(src ?? ''),
    show: () => src && setShown([...shown, src]),
  }
}
