import { banner } from './banner.ts'
import { ConfigError, parseConfig } from './config.ts'
import { DatabaseUnavailable } from './database/database.ts'
import { describeError, reasonOf } from './log.ts'
import { RedisUnavailable } from './realtime/realtime.ts'
import { startServer } from './start-server.ts'

// Files and folders created by any library belong to the server's user alone.
process.umask(0o077)

try {
  const config = parseConfig(process.env)
  const server = await startServer(config)
  const hurry = new AbortController()
  const stop = (signal: string) => {
    const { log, state } = server.context
    if (state.isStopping) return hurry.abort()
    log.info('stopping', { signal })
    server.stop(hurry.signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('stop-failed', describeError(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Last, because a program that waits for it may stop the server at once.
  process.stdout.write(banner(config, server.port))
} catch (error) {
  process.stderr.write(`Champa cannot start: ${hindranceOf(error)}\n`)
  process.exit(1)
}

function hindranceOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') return 'PORT is taken by another program; choose another one'
    if (error.code === 'EACCES') return 'PORT may not be used by this user; choose one above 1023'
  }
  const forPerson = [ConfigError, DatabaseUnavailable, RedisUnavailable]
  return reasonOf(
    error,
    forPerson.some((kind) => error instanceof kind),
  )
}
