import type { MiddlewareHandler } from 'hono'
import { extensionNames } from '#lib/extension-names.ts'
import type { ServerEnv } from './server-env.ts'

export const EXTENSIONS_HEADER = 'X-Api-Extensions'

export function announceExtensions(): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    await next()
    c.header(EXTENSIONS_HEADER, extensionNames.join(', '))
  }
}
