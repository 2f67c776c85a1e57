import { nextPaint } from '#lib/next-paint.ts'

type Entry = Parameters<History['pushState']>

/**
 * The window as the router sees it, whose history is written to once the page it tells of has been painted: to browsers that
 * is a navigation, and takes them about as long as drawing a small page. Whoever asks for an address is told the new one.
 */
export function windowOfLateHistory(): unknown {
  const { history } = window
  let waiting: (() => void)[] = []
  const write = () => {
    const writes = waiting
    waiting = []
    for (const entry of writes) entry()
  }
  const later = (entry: () => void) => {
    waiting.push(entry)
    if (waiting.length === 1) void nextPaint().then(write)
  }
  addEventListener('pagehide', write)
  // Who goes back in that moment has left what was to be written.
  addEventListener('popstate', () => (waiting = []))
  return {
    document,
    addEventListener: addEventListener.bind(window),
    removeEventListener: removeEventListener.bind(window),
    get location() {
      write()
      return window.location
    },
    history: {
      get length() {
        write()
        return history.length
      },
      get state(): unknown {
        write()
        return history.state
      },
      pushState: (...entry: Entry) => later(() => history.pushState(...entry)),
      replaceState: (...entry: Entry) => later(() => history.replaceState(...entry)),
      go(steps: number) {
        write()
        history.go(steps)
      },
      back() {
        write()
        history.back()
      },
      forward() {
        write()
        history.forward()
      },
    },
  }
}
