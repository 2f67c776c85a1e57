import type { MiddlewareHandler } from 'hono'
import type { Call } from '#api/contract/call.ts'
import { extensionsOf } from '#api/contract/extensions.ts'
import type { AppContext } from '../context.ts'
import type { ServerEnv } from './server-env.ts'

export const EXTENSIONS_HEADER = 'X-Api-Extensions'

/** Notifications are announced only by a server that has keys for them. */
export function announceExtensions(
  { push }: Pick<AppContext, 'push'>,
  calls: readonly Call[],
): MiddlewareHandler<ServerEnv> {
  const names = extensionsOf(calls)
    .filter((name) => !name.startsWith('push') || push !== undefined)
    .join(', ')
  return async (c, next) => {
    await next()
    // `c.header` would rebuild the answer.
    c.res.headers.set(EXTENSIONS_HEADER, names)
  }
}
