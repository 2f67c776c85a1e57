import { useCallback, useState, type ReactNode } from 'react'
import type { VisibilityObserver } from './visibility-observer.ts'

/** Estimated height of a message that was never rendered, in px. */
const estimatedHeightPx = 64

interface MessageBlockProps {
  observer: VisibilityObserver
  count: number
  /** Whether to render it before the observer has answered. */
  initiallyNear: boolean
  children: () => ReactNode
}

/** Some messages, rendered while they are near the viewport; otherwise an empty box of their height. */
export function MessageBlock({ observer, count, initiallyNear, children }: MessageBlockProps) {
  const [{ isNear, height }, setPlace] = useState({
    isNear: initiallyNear,
    height: count * estimatedHeightPx,
  })
  const watch = useCallback(
    (box: HTMLDivElement) =>
      observer.watch(box, (next) =>
        setPlace((last) => {
          if (last.isNear === next) return last
          return { isNear: next, height: next ? last.height : box.offsetHeight }
        }),
      ),
    [observer],
  )
  return (
    <div ref={watch} style={isNear ? undefined : { blockSize: height }}>
      {isNear && children()}
    </div>
  )
}
