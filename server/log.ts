export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

type Fields = Record<string, unknown>

export interface Logger {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
  /** The same log with these fields on every line. */
  with(fields: Fields): Logger
}

/** One JSON object per line. Never give it a token, a body, a phone number or a raw path. */
export function createLogger(level: LogLevel, write: (line: string) => void = toStdout): Logger {
  const lowest = logLevels.indexOf(level)
  const logger = (always: Fields): Logger => {
    const at = (name: Exclude<LogLevel, 'silent'>) => (event: string, fields?: Fields) => {
      if (logLevels.indexOf(name) < lowest) return
      write(JSON.stringify({ time: new Date().toISOString(), level: name, event, ...always, ...fields }))
    }
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      with: (fields) => logger({ ...always, ...fields }),
    }
  }
  return logger({})
}

function toStdout(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Drizzle puts a query's parameters (phones, hashes) into its error message: they are removed. */
export const withoutParameters = (text: string): string =>
  text.replace(/\nparams:[\s\S]*?(?=\n {4}at |$)/u, '')

/** Why an error has ended a program, for whoever started it: the message alone where that was written for a person. */
export function reasonOf(error: unknown, isForPerson: boolean): string {
  if (!(error instanceof Error)) return String(error)
  if (isForPerson) return error.message
  // The message of a failed query has only the query; its cause says why.
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : ''
  return withoutParameters(error.stack ?? error.message) + cause
}

/** What may be logged of an error: name, stack and the database's code, but no query parameters. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error }
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined
  const code = 'code' in error ? String(error.code) : undefined
  const message = withoutParameters(error.message)
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8)
  return { error: error.name, message, code, at: stack?.map((line) => line.trim()), cause }
}
