import { BlockList, isIP } from 'node:net'

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

/** Whether this name or address (no port, no brackets) means the local machine. */
export const isLoopback = (name: string): boolean => name === 'localhost' || isIn(loopback, name)

/** Whether this is an address of a local network. */
export const isPrivateAddress = (name: string): boolean => isIn(privateNetworks, name)

/** Whether listening there means listening on all addresses of the machine. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** The name or address in a `Host` header or an origin: lower case, no port, no brackets. Empty if invalid. */
export function hostnameOf(host: string): string {
  const bare = host.replace(/^https?:\/\//u, '')
  const address = `http://${isIP(bare) === 6 ? `[${bare}]` : bare}`
  if (!/^[\w.:[\]-]+$/u.test(bare) || !URL.canParse(address)) return ''
  return new URL(address).hostname.replace(/^\[(.+)\]$/u, '$1')
}
