import { BlockList, isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config.ts'
import { answerWith } from './answer.ts'
import type { ServerEnv } from './server-env.ts'

type Place = Pick<Config, 'publicOrigin' | 'sandbox' | 'host'>

const privateNetworks = new BlockList()
privateNetworks.addSubnet('10.0.0.0', 8)
privateNetworks.addSubnet('172.16.0.0', 12)
privateNetworks.addSubnet('192.168.0.0', 16)
privateNetworks.addSubnet('169.254.0.0', 16)
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function isIn(networks: BlockList, name: string): boolean {
  const version = isIP(name)
  return version !== 0 && networks.check(name, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether this name or address (no port, no brackets) is the machine's own and nobody else's. */
export const isLoopback = (name: string): boolean => name === 'localhost' || isIn(loopback, name)

/** The name or address in a `Host` header: lower case, no port, no brackets. Empty where it is none. */
export function hostnameOf(host: string): string {
  const address = `http://${isIP(host) === 6 ? `[${host}]` : host}`
  return /^[\w.:[\]-]+$/u.test(host) && URL.canParse(address)
    ? new URL(address).hostname.replace(/^\[(.+)\]$/u, '$1')
    : ''
}

/**
 * Whether a request to this name is for this server. A page of a foreign name could otherwise point that name at this machine and
 * read what is here (DNS rebinding), or have links sent that lead to it. Of addresses nobody can be deceived, so a sandbox that
 * listens on all of them answers to those of the local network.
 */
export function isOwnHost({ publicOrigin, sandbox, host }: Place, name: string): boolean {
  if (publicOrigin !== undefined && name === hostnameOf(new URL(publicOrigin).host)) return true
  if (!sandbox) return false
  if (isLoopback(name)) return true
  if (host === undefined) return false
  const listensEverywhere = /^(?:0\.0\.0\.0|::)$/u.test(host)
  return listensEverywhere ? isIn(privateNetworks, name) : name === hostnameOf(host)
}

/** Turns away what was meant for another server. Whoever watches the server may ask for its health by any of its addresses. */
export function ownHostsOnly(config: Place): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const name = hostnameOf(new URL(c.req.url).host)
    const isProbe = c.req.path === '/api/health' && (isIP(name) !== 0 || isLoopback(name))
    if (isProbe || isOwnHost(config, name)) return next()
    c.set('template', 'another host')
    const message = 'This server does not go by that name. Its operator names it by PUBLIC_ORIGIN.'
    return answerWith(c, { message }, 421)
  }
}
