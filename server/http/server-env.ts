import type { Logger } from '../log.ts'

/** What travels with a request through Hono. */
export interface ServerEnv {
  Bindings: { incoming?: { socket: { remoteAddress?: string; encrypted?: boolean } } }
  Variables: {
    requestId: string
    log: Logger
    /** The path as the routes spell it, parameters unfilled: what may be logged. */
    template: string
    memberId: string
    address: string
  }
}
