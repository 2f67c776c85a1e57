/** What boot.ts knows of the app that it loads. The build makes it (scripts/route-loading/) and puts it into the page. */
export interface Plan {
  /** The app's own scripts, each after what it imports. */
  entry: string[]
  /** The pages by address and the modals by name. */
  screens: Record<string, Screen>
  /** The addresses of the pages on which the app opens. */
  entries: { visitor: string; member: string }
  /** The files of the messages of each language. */
  messages: typeof champaMessages
  /** The texts by language when the app cannot be opened: title, text, button. */
  lost: Record<string, string[]>
  /** The text of a balance's time, by language. */
  updated: Record<string, string[]>
  defaultLocale: string
  /** Whether page and backend have the same origin. */
  sameOrigin: boolean
}

export interface Screen {
  files: string[]
  /** The addresses of its first calls. */
  asks: string[]
  /** Whether it opens without a network. */
  offline?: true
  /** A shape of page-shape.css; `page` by default. */
  shape?: string
  /** Title and text by language. */
  words?: Record<string, string[]>
}
