import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../config.ts'
import type { ServerEnv } from './server-env.ts'

/**
 * What the app's page may do. Of what stands inline in it, just this runs and counts: its hashes are allowed; and it may
 * connect to the API and chat that it was built for. A header that a handler has set itself stays.
 */
export function securityHeaders(config: Config, page = ''): MiddlewareHandler<ServerEnv> {
  const connections = connectionsOf(page)
  // Pictures and films may come from anywhere that has TLS; the API's come from the API, also where that has none.
  const plain = connections.filter((origin) => origin.startsWith('http:'))
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...hashesOf('script', page)],
      styleSrc: ["'self'", ...hashesOf('style', page)],
      imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...plain],
      mediaSrc: ["'self'", 'blob:', 'https:', ...plain],
      connectSrc: ["'self'", ...connections],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      // Some games are opened by a form that is sent to the provider's own address.
      formAction: ["'self'", 'https:'],
      frameAncestors: [...config.frameAncestors],
      // Text becomes markup only through the sanitiser, and a worker's address only through the app's own policy.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['champa', 'dompurify'],
    },
    permissionsPolicy: {
      camera: ['self'],
      clipboardWrite: ['self'],
      geolocation: [],
      microphone: [],
      payment: [],
      usb: [],
    },
    // `frame-ancestors` says who may frame the app, and can name hosts; this one would forbid them.
    xFrameOptions: false,
    // Pages that open the app get no hold of it. The tab that the app opens for a game and then leads on stays in its reach,
    // which `same-origin` would end.
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    // Hosts may show the app's pictures.
    crossOriginResourcePolicy: false,
    // Of the subdomains only whoever ends TLS before this server can speak.
    strictTransportSecurity: config.publicOrigin?.startsWith('https:') ? 'max-age=31536000' : false,
    overwrite: false,
  })
}

/** What the build wrote into the page (scripts/vite-page-policy.ts). */
function connectionsOf(page: string): string[] {
  const [tag = ''] = /<meta http-equiv="Content-Security-Policy"[^>]*>/u.exec(page) ?? []
  return tag.match(/\b(?:https?|wss?):\/\/[\w.:[\]-]+/gu) ?? []
}

function hashesOf(tag: 'script' | 'style', page: string): string[] {
  const inline = page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gsu'))
  return [...inline].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
