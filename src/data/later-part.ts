import type { ComponentType } from 'react'
import { loadLaterMessages } from '#i18n/activate.ts'
import { optionalPart } from '#ui/optional-part.ts'

/** An optional part whose texts are in the later messages: `load` imports it with the mark that says so. */
export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  optionalPart(() => Promise.all([load(), loadLaterMessages()]).then(([part]) => part))
