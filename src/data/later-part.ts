import type { ComponentType } from 'react'
import { withLaterMessages } from '#i18n/activate.ts'
import { optionalPart } from '#ui/lazy-part.tsx'

/** An optional part whose texts are in the later messages. `load` imports it with the mark `later`, which scripts/route-loading reads. */
export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  optionalPart(() => withLaterMessages(load))
