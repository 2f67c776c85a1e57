import type { Context } from 'hono'
import type { Config } from '../config.ts'
import type { ServerEnv } from './server-env.ts'

type Request = Context<ServerEnv>

/** The caller's address; behind a trusted proxy the one that the proxy saw. */
export function addressOf(c: Request, config: Config): string {
  const forwarded = config.trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || c.env?.incoming?.socket.remoteAddress || 'unknown'
}

/** Where the member's browser reaches this server: `https://champa.example`. */
export function originOf(c: Request, config: Config): string {
  if (config.publicOrigin) return config.publicOrigin
  const url = new URL(c.req.url)
  const secure = config.trustProxy && c.req.header('x-forwarded-proto') === 'https'
  return secure ? `https://${url.host}` : url.origin
}
