import type { Logger } from '../log.ts'
import type { Hold } from './limits/body-limit.ts'

/** The values that Hono carries with a request. */
export interface ServerEnv {
  Bindings: { incoming?: { socket: { remoteAddress?: string; encrypted?: boolean } } }
  Variables: {
    requestId: string
    log: Logger
    /** The path's template, without parameter values: safe to log. */
    template: string
    memberId: string
    address: string
    /** For the body of a console's form. */
    hold: Hold
  }
}
