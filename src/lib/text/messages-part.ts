/**
 * The two files of a language's messages. `start`: of all that opens without a network, cached when the worker is installed.
 * `later`: of the pages and sheets that do not. The build divides them (scripts/route-loading/).
 */
export type MessagesPart = 'start' | 'later'

declare global {
  /** The addresses of the messages files by language, without the leading slash. The shell sets it; only the build has it. */
  var champaMessages: Record<string, Record<MessagesPart, string>>
}
