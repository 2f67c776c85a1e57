import { useState } from 'react'
import { toastNotOpened } from '#data/not-opened.ts'
import { useIsShown } from '#ui/use-is-shown.ts'

interface Part {
  /** Never rejects. */
  fetchFile(): Promise<boolean>
}

/** A part that a button opens: its file is fetched first, while the button shows it, and a toast says if it could not be loaded. */
export function useOpenedPart(part: Part) {
  const [isOpen, setOpen] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const isShown = useIsShown()
  const open = async () => {
    setOpening(true)
    const isThere = await part.fetchFile()
    // A member who has gone on sees no toast.
    if (!isShown.current) return
    setOpening(false)
    if (isThere) setOpen(true)
    else toastNotOpened()
  }
  return { isOpen, isOpening, open, close: () => setOpen(false) }
}
