import { useState } from 'react'
import { pageCount } from '#lib/paging.ts'

/** The number of pages of a list. A page that could not be loaded leaves the last known number: the others are reached from it. */
export function usePageCount(total: number | undefined): number {
  const [known, setKnown] = useState(1)
  const pages = total === undefined ? known : pageCount(total)
  if (pages !== known) setKnown(pages)
  return pages
}
