import { type ComponentType, lazy } from 'react'

/** A part of a screen in a file of its own. Renders nothing if that cannot be had, as offline where it was never opened. */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
