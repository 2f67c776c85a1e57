import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../../config.ts'
import type { ServerEnv } from '../server-env.ts'

/**
 * Lets the app's page run exactly its own inline code, whose hashes are allowed, and connect to the API and chat that it was built
 * for. A header that a handler has set stays.
 */
export function securityHeaders(config: Config, page = ''): MiddlewareHandler<ServerEnv> {
  const connections = connectionsOf(page)
  // Pictures and videos may come from anywhere with TLS; the API's own also without TLS, if the API has none.
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
      // Some games are opened by a form that is posted to the provider.
      formAction: ["'self'", 'https:'],
      frameAncestors: [...config.frameAncestors],
      // Markup is created only by the sanitiser, and a worker's address only by the app's own policy.
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
    // `frame-ancestors` decides who may frame the app and can name hosts; this header would forbid them.
    xFrameOptions: false,
    // Pages that open the app cannot reach it. The app must still reach the tab that it opens for a game and then navigates,
    // which `same-origin` would prevent.
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    // Other sites may embed the app's pictures.
    crossOriginResourcePolicy: false,
    // Only the proxy that terminates TLS can decide for the subdomains.
    strictTransportSecurity: config.publicOrigin?.startsWith('https:') ? 'max-age=31536000' : false,
    overwrite: false,
  })
}

/** The origins that the build wrote into the page (scripts/vite-page-policy.ts). */
function connectionsOf(page: string): string[] {
  const [tag = ''] = /<meta http-equiv="Content-Security-Policy"[^>]*>/u.exec(page) ?? []
  return tag.match(/\b(?:https?|wss?):\/\/[\w.:[\]-]+/gu) ?? []
}

function hashesOf(tag: 'script' | 'style', page: string): string[] {
  const inline = page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gsu'))
  return [...inline].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
