declare module '*?lingui' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}

declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core'

  /** Loads the messages of each namespace in each language (scripts/route-loading/). */
  export const catalogues: Record<string, Record<string, () => Promise<{ messages: Messages }>>>
}
