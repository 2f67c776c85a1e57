/** Registers a callback, and returns a function that removes it. */
type Listen = (callback: () => void) => () => void

const firstPauseMs = 1000
const longestPauseMs = 30_000

/**
 * Runs the work until it has succeeded once: after a failure again after a growing pause, and at once whenever one of these calls
 * back. A call while it runs counts: what fails then may have failed for a reason that is over. Returns a function that ends it.
 */
export function retryUntilDone(work: () => Promise<unknown>, ...listeners: Listen[]): () => void {
  let isRunning = false
  let isDue = false
  let isOver = false
  let pause = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async () => {
    clearTimeout(timer)
    isDue = true
    if (isRunning) return
    isRunning = true
    while (isDue) {
      isDue = false
      await work().then(stop, () => undefined)
    }
    isRunning = false
    if (isOver) return
    timer = setTimeout(() => void run(), pause)
    pause = Math.min(pause * 2, longestPauseMs)
  }
  const runAtOnce = () => {
    pause = firstPauseMs
    void run()
  }
  const stops = listeners.map((listen) => listen(runAtOnce))
  function stop() {
    isOver = true
    isDue = false
    clearTimeout(timer)
    for (const one of stops) one()
  }
  void run()
  return stop
}
