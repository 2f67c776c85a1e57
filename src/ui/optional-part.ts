import type { ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'

/** A part that is not missed: it renders nothing while its file cannot be had, as offline where it was never opened. */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, () => null)
