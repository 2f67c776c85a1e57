import { describe, expect, test } from 'vitest'
import { judgeCaching, judgeHeaders } from './header-rules.ts'

const site = 'https://play.example/login'
const policy = {
  'default-src': "'self'",
  'script-src': "'self' 'sha256-abc='",
  'style-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'self'",
  'require-trusted-types-for': "'script'",
}
const policyOf = (changes: Record<string, string | undefined> = {}) =>
  Object.entries({ ...policy, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
const good = {
  'content-security-policy': policyOf(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  'strict-transport-security': 'max-age=31536000',
}
const failing = (changes: Record<string, string>, address = site) =>
  judgeHeaders(new Headers({ ...good, ...changes }), address)
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ rule }) => rule)

test('good headers break no rule', () => {
  expect(failing({})).toEqual([])
})

describe('missing or careless headers are reported', () => {
  test.each([
    ['scripts', { 'script-src': "'self' 'unsafe-inline'" }],
    ['scripts', { 'script-src': "'self' 'unsafe-eval'" }],
    ['scripts', { 'script-src': '*' }],
    ['scripts', { 'script-src': undefined, 'default-src': 'https:' }],
    ['scripts', { 'script-src': undefined, 'default-src': undefined }],
    ['styles', { 'style-src': "'self' 'unsafe-inline'" }],
    ['plugins', { 'object-src': undefined }],
    ['base address', { 'base-uri': undefined }],
    ['frames', { 'frame-ancestors': '*' }],
    ['frames', { 'frame-ancestors': undefined }],
    ['Trusted Types', { 'require-trusted-types-for': undefined }],
  ])('%s by the policy %j', (rule, changes) => {
    expect(failing({ 'content-security-policy': policyOf(changes) })).toEqual([rule])
  })

  test.each([
    ['X-Content-Type-Options', { 'x-content-type-options': '' }],
    ['Referrer-Policy', { 'referrer-policy': 'unsafe-url' }],
    ['Permissions-Policy', { 'permissions-policy': 'microphone=*' }],
    ['Strict-Transport-Security', { 'strict-transport-security': 'max-age=300' }],
  ])('%s by %j', (rule, changes) => {
    expect(failing(changes)).toEqual([rule])
  })

  test('without a policy every rule about it is broken', () => {
    expect(failing({ 'content-security-policy': '' })).toHaveLength(6)
  })
})

test('without HTTPS a site fails, except on localhost', () => {
  expect(failing({}, 'http://play.example/')).toEqual(['HTTPS'])
  for (const here of ['http://localhost:8080/', 'http://127.0.0.1:8080/', 'http://[::1]:8080/'])
    expect(failing({ 'strict-transport-security': '' }, here)).toEqual([])
  expect(failing({}, 'http://localhost.play.example/')).toEqual(['HTTPS'])
})

test('changing files must be revalidated, unchanging ones cached', () => {
  const outcome = (caching: string, wanted: 'fresh' | 'for ever') =>
    judgeCaching('it', new Headers({ 'cache-control': caching }), wanted).outcome
  expect(outcome('no-cache', 'fresh')).toBe('pass')
  expect(outcome('public, max-age=86400', 'fresh')).toBe('fail')
  expect(outcome('', 'fresh')).toBe('fail')
  expect(outcome('public, max-age=31536000, immutable', 'for ever')).toBe('pass')
  expect(outcome('public, max-age=31536000', 'for ever')).toBe('fail')
})
