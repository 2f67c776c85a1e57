import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Config } from '../../config.ts'
import type { ServerEnv } from '../server-env.ts'

type Request = Context<ServerEnv>

/** The caller's address; behind a trusted proxy the one that the proxy saw. */
export const addressOf = (c: Request, config: Config): string =>
  callerAddress(config, c.req.header('x-forwarded-for'), c.env?.incoming?.socket.remoteAddress)

/**
 * The caller's user agent: without control characters, because PostgreSQL refuses NUL, and cut to 300 characters before anything reads
 * it, because patterns take quadratic time for a long one.
 */
export const userAgentOf = (c: Request): string =>
  (c.req.header('user-agent') ?? '').slice(0, 300).replaceAll(/\p{Cc}/gu, ' ')

/** Each trusted proxy appends the address that it saw; anything before that may be forged. */
export function callerAddress(
  { proxyHops }: Pick<Config, 'proxyHops'>,
  forwardedFor: string | string[] | undefined,
  remote: string | undefined,
): string {
  const seen = proxyHops > 0 ? forwardedFor?.toString().split(',').at(-proxyHops)?.trim() : undefined
  return networkOf(seen || remote || 'unknown')
}

/** The network that an address counts as: for IPv6 its first half, because a subscriber can choose the rest freely. */
function networkOf(address: string): string {
  const bare = address.replace(/^\[(.+)\](?::\d+)?$/u, '$1').replace(/^([\d.]+):\d+$/u, '$1')
  const [, inside] = /^::ffff:([\d.]+)$/iu.exec(bare) ?? []
  if (inside !== undefined || isIP(bare) !== 6) return inside ?? bare
  const canonical = new URL(`http://[${bare.replace(/%.*$/u, '')}]`).hostname.slice(1, -1)
  const [left = [], right = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/**
 * Where the member's browser reaches this server: `https://champa.example`. The request's own host is used only in the sandbox,
 * where `ownHostsOnly` has refused foreign hosts.
 */
export function originOf(c: Request, config: Config): string {
  if (config.publicOrigin) return config.publicOrigin
  const url = new URL(c.req.url)
  const secure = config.proxyHops > 0 && c.req.header('x-forwarded-proto') === 'https'
  return secure ? `https://${url.host}` : url.origin
}
