import type { MiddlewareHandler } from 'hono'
import { extensionNames } from '#lib/network/extension-names.ts'
import type { AppContext } from '../context.ts'
import type { ServerEnv } from './server-env.ts'

export const EXTENSIONS_HEADER = 'X-Api-Extensions'

/** Notifications are announced only by a server that has keys for them. */
export function announceExtensions({ push }: Pick<AppContext, 'push'>): MiddlewareHandler<ServerEnv> {
  const names = extensionNames.filter((name) => name !== 'push' || push !== undefined).join(', ')
  return async (c, next) => {
    await next()
    // `c.header` would rebuild the answer.
    c.res.headers.set(EXTENSIONS_HEADER, names)
  }
}
