declare module '*.po' {
  import type { Messages } from '@lingui/core'

  /** Loads the messages (scripts/vite-catalogues.ts). */
  const load: () => Promise<Messages>
  export default load
}
