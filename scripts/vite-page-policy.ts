import type { Plugin } from 'vite'

/** The origins, besides its own, that a page built for another API or chat may connect to. `settings`: the build's. */
function connections(settings: Record<string, unknown>): string[] {
  const [api, chat] = ['VITE_API_ORIGIN', 'VITE_CHAT_ORIGIN'].map((name) => {
    const origin = settings[name]
    return typeof origin === 'string' && URL.canParse(origin) ? new URL(origin).origin : undefined
  })
  const sources = [api, chat, chat?.replace(/^http/u, 'ws')]
  return [...new Set(sources.filter((source) => source !== undefined))]
}

/**
 * Writes a content security policy with the allowed connections into the page. It applies wherever the build is served; the
 * reference server reads it and allows the same in its header (server/http/security-headers.ts).
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
