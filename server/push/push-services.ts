import type { Config } from '../config.ts'

/** Where the browsers of Google, Mozilla, Apple and Microsoft let messages be sent. */
const hosts =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|.+\.push\.apple\.com|.+\.notify\.windows\.com)$/u

/**
 * Whether the server may send to this address. A member chooses it, so that without a list it could be any machine that the server
 * reaches.
 */
export function isPushService(endpoint: string, { pushOrigins }: Pick<Config, 'pushOrigins'>): boolean {
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (pushOrigins.includes(origin)) return true
  return protocol === 'https:' && port === '' && hosts.test(hostname)
}
