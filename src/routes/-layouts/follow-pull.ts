/** How far the page is pulled until lifting the finger refreshes it, in CSS pixels. */
const refreshPx = 96
/** Up to this distance a gesture has no direction yet, in CSS pixels. */
const slackPx = 10

interface PullHandlers {
  /** `share` is 0 at rest, and 1 where lifting the finger refreshes. */
  onPull: (share: number) => void
  onRefresh: () => void
}

/**
 * Detects pulling down the page at its top. All listeners are passive, so none delays scrolling. The browser's own pull to
 * refresh, which reloads the app, is switched off meanwhile. Returns a function that stops it.
 */
export function followPull({ onPull, onRefresh }: PullHandlers): () => void {
  const { style } = document.documentElement
  style.overscrollBehaviorY = 'contain'
  const stop = new AbortController()
  const options = { passive: true, signal: stop.signal } as const
  let start: { x: number; y: number } | undefined
  let share = 0

  const pull = (next: number) => {
    if (next !== share) onPull((share = next))
  }
  const end = () => {
    start = undefined
    pull(0)
  }
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      end()
      const [touch] = touches
      if (touch && touches.length === 1 && mayPull(target)) start = { x: touch.clientX, y: touch.clientY }
    },
    options,
  )
  document.addEventListener(
    'touchmove',
    ({ touches: [touch] }) => {
      if (!start || !touch) return
      const down = touch.clientY - start.y
      const across = Math.abs(touch.clientX - start.x)
      // A sideways swipe, or a page that scrolls.
      if (share === 0 && (across > Math.max(down, slackPx) || down < -slackPx)) start = undefined
      else pull(Math.min(1, Math.max(0, (down - slackPx) / (refreshPx - slackPx))))
    },
    options,
  )
  document.addEventListener(
    'touchend',
    () => {
      const isEnough = share === 1
      end()
      if (isEnough) onRefresh()
    },
    options,
  )
  document.addEventListener('touchcancel', end, options)
  return () => {
    stop.abort()
    style.overscrollBehaviorY = ''
  }
}

/** Only on the page itself, at its top and not zoomed: sheets and scrolling parts keep their own gestures. */
function mayPull(target: EventTarget | null): boolean {
  if (scrollY > 0 || (visualViewport?.scale ?? 1) > 1) return false
  if (!(target instanceof Element) || !target.closest('#main, header')) return false
  if (target.closest('[role=dialog], [role=alertdialog]')) return false
  for (let part: Element | null = target; part; part = part.parentElement) {
    if (part !== document.documentElement && part.scrollTop > 0) return false
    if (getComputedStyle(part).touchAction === 'none') return false
  }
  return true
}
