import { useCallback, useState, type ReactNode } from 'react'
import type { Near } from './near.ts'

/** What a message takes before it was ever shown, in px. */
const guess = 64

interface MessageBlockProps {
  near: Near
  count: number
  /** Whether it is near at first, as far as can be told. */
  begins: boolean
  children: () => ReactNode
}

/** Some messages, on the page while they are near the window; else their room alone. */
export function MessageBlock({ near, count, begins, children }: MessageBlockProps) {
  const [{ isNear, height }, setPlace] = useState({ isNear: begins, height: count * guess })
  const watch = useCallback(
    (box: HTMLDivElement) =>
      near.watch(box, (next) =>
        setPlace((last) => {
          if (last.isNear === next) return last
          return { isNear: next, height: next ? last.height : box.offsetHeight }
        }),
      ),
    [near],
  )
  return (
    <div ref={watch} style={isNear ? undefined : { blockSize: height }}>
      {isNear && children()}
    </div>
  )
}
