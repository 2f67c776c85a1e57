/** How far the page is pulled until letting go refreshes it, in CSS pixels. */
const enoughPx = 96
/** Before this the finger has shown no direction. */
const slackPx = 10

interface PullHandlers {
  /** From 0, at rest, to 1, where letting go refreshes. */
  onPull: (share: number) => void
  onRefresh: () => void
}

/**
 * Watches for a finger that pulls the page down at its top. All listeners are passive and none holds up scrolling: the
 * browser's own pull to refresh, which loads the app anew, is switched off meanwhile. Returns a function that stops it.
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
      // A list swiped sideways, or a page that scrolls after all.
      if (share === 0 && (across > Math.max(down, slackPx) || down < -slackPx)) start = undefined
      else pull(Math.min(1, Math.max(0, (down - slackPx) / (enoughPx - slackPx))))
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

/** Only on the page itself, at its top and not magnified: what lies over it, or scrolls in it, keeps its own gestures. */
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
