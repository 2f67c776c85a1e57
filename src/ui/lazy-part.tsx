import { type ComponentType, lazy, useState } from 'react'

/** Grows with `retryParts`. */
let round = 0

/** Lets each part whose file could not be loaded ask for it again when it is next shown. */
export function retryParts(): void {
  round += 1
}

/**
 * A part of the app in a file of its own. Unlike React's `lazy`, it asks again for a file that could not be loaded, after `retryParts`,
 * and shows a file that was fetched ahead at once, without suspending. `Missing` shows in place of a file that cannot be loaded;
 * without it the nearest error boundary does.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing?: ComponentType<Props>,
) {
  let failedIn = Infinity
  let loaded: ComponentType<Props> | undefined
  const attempt = async () => {
    loaded = await load()
    return { default: loaded }
  }
  // Only a failure of its own invalidates a file, not that of a prefetch.
  const createPart = () =>
    lazy(() =>
      attempt().catch((error: unknown) => {
        failedIn = round
        if (Missing) return { default: Missing }
        throw error
      }),
    )
  let part = createPart()
  function Part(props: Props) {
    // Stays the same while it is shown.
    const [Shown] = useState<ComponentType<Props>>(() => {
      if (failedIn < round) {
        failedIn = Infinity
        part = createPart()
      }
      return loaded ?? part
    })
    return <Shown {...props} />
  }
  /** True once the file is loaded; false if it could not be. */
  // Even a cached `import()` resolves in a later task, which browsers hold back during a touch.
  const fetchFile = async () => Boolean(loaded ?? (await attempt().catch(() => undefined)))
  return Object.assign(Part, { fetchFile, isLoaded: () => loaded !== undefined })
}

/** An optional part: it renders nothing while its file cannot be loaded, as offline where it was never opened. */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, () => null)
