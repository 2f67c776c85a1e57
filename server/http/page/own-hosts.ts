import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '../../config.ts'
import { hostnameOf, isEverywhere, isLoopback, isPrivateAddress } from '../../hostnames.ts'
import { answerWith } from '../answer.ts'
import type { ServerEnv } from '../server-env.ts'

type Place = Pick<Config, 'publicOrigin' | 'apiOrigin' | 'sandbox' | 'host'>

/**
 * Whether a request for this host name is meant for this server. A foreign page could otherwise point its own name at this
 * machine and read what is here (DNS rebinding), or have links to itself sent by SMS. Addresses cannot be abused like that, so
 * a sandbox that listens everywhere answers to those of the local network.
 */
export function isOwnHost({ publicOrigin, apiOrigin, sandbox, host }: Place, name: string): boolean {
  if ([publicOrigin, apiOrigin].some((origin) => origin !== undefined && name === hostnameOf(origin)))
    return true
  if (!sandbox) return false
  if (isLoopback(name)) return true
  if (host === undefined) return false
  return isEverywhere(host) ? isPrivateAddress(name) : name === hostnameOf(host)
}

const PROBES = new Set(['/api/health', '/api/ready'])

/** Refuses requests for other hosts (DNS rebinding). The health checks accept any address, for monitoring. */
export function ownHostsOnly(config: Place): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const name = hostnameOf(new URL(c.req.url).host)
    const isProbe = PROBES.has(c.req.path) && (isIP(name) !== 0 || isLoopback(name))
    // Metrics are read with a token, which no foreign page knows.
    if (isProbe || c.req.path === '/metrics' || isOwnHost(config, name)) return next()
    c.set('template', 'another host')
    const message =
      'This server does not go by that name. Its operator names it by PUBLIC_ORIGIN or API_ORIGIN.'
    return answerWith(c, { message }, 421)
  }
}
