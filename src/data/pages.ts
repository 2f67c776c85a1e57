import { useRef } from 'react'
import { ApiError } from '#api/api-error.ts'

/** A place in a list that is shown page by page. */
export interface ListPlace {
  /** Counted from 1. */
  page: number
  /** Where it begins, if that is known: rows added meanwhile shift nothing. Otherwise the page is asked for by its number. */
  before?: string | undefined
}

/** Asks by number if the position is refused: the address may be another member's, or as old as an earlier release. */
export async function askForPage<T>(
  before: string | undefined,
  ask: (before?: string) => Promise<T>,
): Promise<T> {
  try {
    return await ask(before)
  } catch (error) {
    if (before === undefined || !(error instanceof ApiError) || error.code !== 'KEY_INVALID') throw error
    return ask()
  }
}

/**
 * Turns to the next or the previous page. `cursor` is where the page after the shown one begins. The previous page is the one
 * that led here, unless that was not seen on this screen.
 */
export function useTurnPage(
  { page, before }: ListPlace,
  cursor: string | null | undefined,
  onPlace: (place: ListPlace) => void,
): (next: number) => void {
  const previous = useRef(new Map<string, string | undefined>())
  return (next) => {
    if (next < page) return onPlace({ page: next, before: previous.current.get(before ?? '') })
    if (cursor) previous.current.set(cursor, before)
    onPlace({ page: next, before: cursor ?? undefined })
  }
}
