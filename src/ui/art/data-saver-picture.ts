import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { heldPicturesAtom, isDataSaverAtom } from '#lib/network/connection-quality.ts'
import { store } from '#lib/store.ts'

/** The pictures that were requested by a tap; they stay shown until the page is left. */
const shownAtom = atom<readonly string[]>([])

/** Whether a picture is hidden to save data, and a function that shows it everywhere. */
export function useDataSaverPicture(src: string | null | undefined): { isHidden: boolean; show: () => void } {
  const isDataSaver = useAtomValue(isDataSaverAtom)
  const [shown, setShown] = useAtom(shownAtom)
  const isHidden = isDataSaver && Boolean(src) && !shown.includes(src ?? '')
  useEffect(() => {
    if (isHidden && src) store.set(heldPicturesAtom, (held) => [...new Set([...held, src])])
  }, [isHidden, src])
  return {
    isHidden,
    show: () => src && setShown([...shown, src]),
  }
}
