/** A signal that aborts with `signal`, or by itself after `ms`. `end` must be called when the work is over. */
export interface Deadline {
  signal: AbortSignal
  passed(): boolean
  end(): void
}

export function startDeadline(ms: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController()
  let late = false
  const follow = () => controller.abort(signal?.reason)
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow, { once: true })
  const timer = setTimeout(() => {
    late = true
    controller.abort()
  }, ms)
  return {
    signal: controller.signal,
    passed: () => late,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', follow)
    },
  }
}
