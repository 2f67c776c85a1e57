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
  /** By language: the text of a balance's time, and title, text and button when the app cannot be opened. */
  words: Record<string, string[]>
}

export interface Screen {
  files: string[]
  /** The addresses of its first calls. */
  asks: string[]
  /** Whether it opens without a network. */
  offline?: true
  /** A width of the app's pages or a shape of page-shape.css; `column` by default. */
  shape?: string
  /** Title and text by language. */
  words?: Record<string, string[]>
}
