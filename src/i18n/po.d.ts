declare module '*?lingui' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}
