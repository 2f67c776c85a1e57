import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AppContext } from '../context.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { chatPages } from './chat-pages.ts'
import { consolePages } from './console-pages.ts'
import { backTo, readForm } from './form.ts'
import { gamePages } from './game-pages.ts'
import { sameOrigin } from './same-origin.ts'
import { slipPages } from './slip-pages.ts'

const css = readFileSync(new URL('./console.css', import.meta.url), 'utf8')
const js = readFileSync(new URL('./console.js', import.meta.url), 'utf8')

/** Everything under `/sandbox`: the console, and the pages of the world outside. Empty where that world is real. */
export function sandboxPages(app: AppContext): Hono<ServerEnv> {
  const pages = new Hono<ServerEnv>()
  const { sandbox } = app.providers
  if (sandbox === null) return pages

  pages.use(bodyLimit({ maxSize: 64 * 1024 }), async (c, next) => {
    c.set('template', '/sandbox/*')
    await next()
    c.header('Cache-Control', 'no-store')
    // Forms must say where they come from, or nobody could tell a foreign one.
    c.header('Referrer-Policy', 'same-origin')
  })
  pages.get('/console.css', (c) => c.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  pages.get('/console.js', (c) => c.body(js, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  pages.route('/games', gamePages(app, sandbox))

  pages.use(sameOrigin(app.config))
  pages.post('/switches', async (c) => {
    const { name = '' } = await readForm(c)
    sandbox.switches.toggle(name)
    return backTo(c, name.startsWith('slip:') ? '/sandbox/slips' : '/sandbox/games', 'switched')
  })
  pages.route('/slips', slipPages(app, sandbox))
  pages.route('/chat', chatPages(app))
  pages.route('/', consolePages(app))
  return pages
}
