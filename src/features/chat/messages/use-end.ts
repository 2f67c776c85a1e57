import { useLayoutEffect, useRef, useState } from 'react'

/** So near to the end, new messages are followed. */
const endPx = 60

/**
 * Follows the end of the talk while one is near it, or has just written; otherwise keeps what is being read in its place.
 * `lastKey`: the newest line's; `isOwn`: it was written here.
 */
export function useEnd(lastKey: string | undefined, isOwn: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  /** The newest line while the end was last in view. */
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
    // The place is counted from the foot, which has moved away.
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
