import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config.ts'
import type { ServerEnv } from './server-env.ts'

/**
 * What the app's page may do. Of what stands inline in it, just this runs and counts: its hashes are allowed. A page that
 * needs other rules sets its own before this one looks.
 */
export function contentPolicy(config: Config, page = ''): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashesOf('script', page)].join(' '),
    ["style-src 'self'", ...hashesOf('style', page)].join(' '),
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // Some games are opened by a form that is sent to the provider's own address.
    "form-action 'self' https:",
    `frame-ancestors ${config.frameAncestors.join(' ')}`,
    // Text becomes markup only through the sanitiser, and a worker's address only through the app's own policy.
    "require-trusted-types-for 'script'",
    'trusted-types champa dompurify',
  ].join('; ')
}

function hashesOf(tag: 'script' | 'style', page: string): string[] {
  const inline = page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gsu'))
  return [...inline].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

export function securityHeaders(config: Config): MiddlewareHandler<ServerEnv> {
  const always = {
    'Content-Security-Policy': contentPolicy(config),
    'Permissions-Policy':
      'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(always)) {
      if (!c.res.headers.has(name)) c.header(name, value)
    }
  }
}
