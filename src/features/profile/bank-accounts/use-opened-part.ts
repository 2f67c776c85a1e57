import { useState } from 'react'
import { toastNotOpened } from '#data/not-opened.ts'

interface Part {
  /** Never rejects. */
  fetchFile(): Promise<boolean>
}

/** A part that a button opens: its file is fetched first, while the button shows it, and a toast says if it could not be had. */
export function useOpenedPart(part: Part) {
  const [isOpen, setOpen] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const open = async () => {
    setOpening(true)
    const isThere = await part.fetchFile()
    setOpening(false)
    if (isThere) setOpen(true)
    else toastNotOpened()
  }
  return { isOpen, isOpening, open, close: () => setOpen(false) }
}
