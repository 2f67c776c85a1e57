import type { Plugin } from 'vite'
import type { Env } from '../src/lib/parse-env.ts'

/**
 * Writes a content security policy with the allowed connections into the page. It applies wherever the build is served; the
 * reference server reads it and allows the same in its header (server/http/page/security-headers.ts).
 */
export function pagePolicy({ apiOrigin, chatOrigin }: Pick<Env, 'apiOrigin' | 'chatOrigin'>): Plugin {
  const others = [apiOrigin, chatOrigin, chatOrigin.replace(/^http/u, 'ws')].filter((origin) => origin !== '')
  return {
    name: 'page-policy',
    apply: 'build',
    transformIndexHtml() {
      if (others.length === 0) return []
      const content = `connect-src 'self' ${[...new Set(others)].join(' ')}`
      const attrs = { 'http-equiv': 'Content-Security-Policy', content }
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }]
    },
  }
}
