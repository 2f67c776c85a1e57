import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { callerAddress, userAgentOf } from './origin.ts'
import type { ServerEnv } from '../server-env.ts'

test.each([
  [0, '1.1.1.1', '9.9.9.9', '9.9.9.9'],
  [1, '6.6.6.6, 1.1.1.1', '9.9.9.9', '1.1.1.1'],
  [2, '6.6.6.6, 1.1.1.1, 2.2.2.2', '9.9.9.9', '1.1.1.1'],
  // A request that bypassed one of the proxies.
  [2, '6.6.6.6', '9.9.9.9', '9.9.9.9'],
  [1, undefined, undefined, 'unknown'],
  [1, '1.1.1.1:5060', undefined, '1.1.1.1'],
  [0, undefined, '::ffff:1.2.3.4', '1.2.3.4'],
  [0, undefined, '2001:DB8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  [0, undefined, '2001:db8::1', '2001:db8:0:0::/64'],
  [1, '[2001:db8:1:2::9]:443', undefined, '2001:db8:1:2::/64'],
  [0, undefined, 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  [0, undefined, '::1', '0:0:0:0::/64'],
  [1, 'no address', undefined, 'no address'],
])('behind %d proxies, %j by way of %j is %s', (proxyHops, forwardedFor, remote, caller) => {
  expect(callerAddress({ proxyHops }, forwardedFor, remote)).toBe(caller)
})

test.each([
  ['', ''],
  ['Mozilla/5.0\t(iPhone)', 'Mozilla/5.0 (iPhone)'],
  [`${'x'.repeat(299)}yz`, `${'x'.repeat(299)}y`],
])('of the user agent %j counts %j', async (sent, counted) => {
  const hono = new Hono<ServerEnv>().get('/', (c) => c.text(userAgentOf(c)))
  expect(await (await hono.request('/', { headers: { 'user-agent': sent } })).text()).toBe(counted)
})
