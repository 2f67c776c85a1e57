import { useEffect, useRef, useState } from 'react'
import { toastNotOpened } from '#data/not-opened.ts'

interface Part {
  /** Never rejects. */
  fetchFile(): Promise<boolean>
}

/** A part that a button opens: its file is fetched first, while the button shows it, and a toast says if it could not be had. */
export function useOpenedPart(part: Part) {
  const [isOpen, setOpen] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const open = async () => {
    setOpening(true)
    const isThere = await part.fetchFile()
    // Somebody who has gone on is not told.
    if (!isHere.current) return
    setOpening(false)
    if (isThere) setOpen(true)
    else toastNotOpened()
  }
  return { isOpen, isOpening, open, close: () => setOpen(false) }
}
