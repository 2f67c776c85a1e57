import { lazy, type ReactNode, useState } from 'react'

/** Grows with `recheck`. */
let round = 0

/**
 * Like React's `lazy`, which never asks again for what it once could not get; this does, after `recheck`. One that has been
 * fetched ahead is there at once, without a moment of waiting.
 */
export function lazySheet<Props extends object>(load: () => Promise<(props: Props) => ReactNode>) {
  let failedIn = Infinity
  let loaded: ((props: Props) => ReactNode) | undefined
  const attempt = async () => {
    try {
      loaded = await load()
      return { default: loaded }
    } catch (error) {
      failedIn = round
      throw error
    }
  }
  let part = lazy(attempt)
  function Sheet(props: Props) {
    // One and the same for as long as it is open.
    const [Part] = useState(() => {
      if (failedIn < round) {
        failedIn = Infinity
        part = lazy(attempt)
      }
      return loaded ?? part
    })
    return <Part {...props} />
  }
  Sheet.fetchAhead = () => attempt().then(ignore, ignore)
  return Sheet
}

const ignore = () => undefined

/** What could not be had is asked for anew when it is next wanted. */
export function recheck(): void {
  round += 1
}
