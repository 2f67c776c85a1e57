import { useLayoutEffect, useRef, useState } from 'react'

/** Within this distance of the end, new messages are scrolled into view. */
const endPx = 60

/**
 * Keeps a conversation scrolled to its end while the reader is near it or has just written; otherwise keeps what is being read
 * in place. `lastKey`: the newest row's key; `isOwn`: it was written here.
 */
export function useStickToEnd(lastKey: string | undefined, isOwn: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  /** The newest row when the end was last in view. */
  const [leftAt, setLeftAt] = useState<string>()
  const before = useRef<{ lastKey: string | undefined; height: number }>(undefined)
  const seen = useRef(lastKey)

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const last = before.current
    before.current = { lastKey, height: box.scrollHeight }
    const isNew = last?.lastKey !== undefined && last.lastKey !== lastKey
    if (isNew && (isOwn || -box.scrollTop <= endPx)) box.scrollTop = 0
    // scrollTop is counted from the bottom here, which has moved down.
    else if (isNew) box.scrollTop -= box.scrollHeight - last.height
    if (-box.scrollTop <= endPx) seen.current = lastKey
  })

  return {
    scroller,
    isAtEnd,
    hasNew: !isAtEnd && leftAt !== lastKey,
    go: () => scroller.current?.scrollTo({ top: 0 }),
    onScroll: () => {
      const isNear = -(scroller.current?.scrollTop ?? 0) <= endPx
      if (isNear === isAtEnd) return
      setAtEnd(isNear)
      if (!isNear) setLeftAt(seen.current)
    },
  }
}
