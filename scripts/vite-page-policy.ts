import type { Plugin } from 'vite'

/**
 * Where a page that is built for another API or chat may connect to besides its own origin. `settings` are the build's.
 */
function connections(settings: Record<string, unknown>): string[] {
  const [api, chat] = ['VITE_API_ORIGIN', 'VITE_CHAT_ORIGIN'].map((name) => {
    const origin = settings[name]
    return typeof origin === 'string' && URL.canParse(origin) ? new URL(origin).origin : undefined
  })
  const sources = [api, chat, chat?.replace(/^http/u, 'ws')]
  return [...new Set(sources.filter((source) => source !== undefined))]
}

/**
 * Writes into the page where it may connect to. Wherever the build is served it goes by that, and the reference server allows the
 * same in its header, which it reads from here (server/http/security-headers.ts).
 */
export function pagePolicy(): Plugin {
  let settings: Record<string, unknown> = {}
  return {
    name: 'page-policy',
    apply: 'build',
    configResolved({ env }) {
      settings = env
    },
    transformIndexHtml() {
      const others = connections(settings)
      if (others.length === 0) return []
      const content = `connect-src 'self' ${others.join(' ')}`
      const attrs = { 'http-equiv': 'Content-Security-Policy', content }
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }]
    },
  }
}
