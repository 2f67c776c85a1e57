import type { Context } from 'hono'
import type { Config } from '../config.ts'
import type { ServerEnv } from './server-env.ts'

type Request = Context<ServerEnv>

/** The caller's address; behind a trusted proxy the one that the proxy saw. */
export const addressOf = (c: Request, config: Config): string =>
  callerAddress(config, c.req.header('x-forwarded-for'), c.env?.incoming?.socket.remoteAddress)

export function callerAddress(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  forwardedFor: string | string[] | undefined,
  remote: string | undefined,
): string {
  const forwarded = trustProxy ? forwardedFor?.toString().split(',').at(-1)?.trim() : undefined
  return forwarded || remote || 'unknown'
}

/** Where the member's browser reaches this server: `https://champa.example`. */
export function originOf(c: Request, config: Config): string {
  if (config.publicOrigin) return config.publicOrigin
  const url = new URL(c.req.url)
  const secure = config.trustProxy && c.req.header('x-forwarded-proto') === 'https'
  return secure ? `https://${url.host}` : url.origin
}
