declare module '*.po' {
  import type { Messages } from '@lingui/core'
  import type { MessagesPart } from '#lib/text/messages-part.ts'

  /** Loads a part of the messages (scripts/vite-catalogues.ts). */
  const load: (part: MessagesPart) => Promise<Messages>
  export default load
}
