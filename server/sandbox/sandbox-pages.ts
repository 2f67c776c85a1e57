import { readFileSync } from 'node:fs'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { except } from 'hono/combine'
import { record } from '../auth/audit-trail.ts'
import type { AppContext } from '../context.ts'
import { answerError } from '../http/answer.ts'
import { ApiError } from '../http/api-error.ts'
import { type BodyLimit, createBodyLimits } from '../http/limits/body-limit.ts'
import { expectedBytes } from '../http/read-bytes.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { chatPages } from './chat/chat-pages.ts'
import { consoleKey } from './console-key.ts'
import { consolePages } from './console-pages.ts'
import { backTo, byOperator, FILM_BYTES, FORM_BYTES, readFields } from './form.ts'
import { FieldError, note } from './form-fields.ts'
import { gamePages } from './games/game-pages.ts'
import { limitPages } from './limit-pages.ts'
import { showRefusal } from './page.ts'
import { qrPages } from './deposits/qr-pages.ts'
import { rulePages } from './rule-pages.ts'
import { sameOrigin } from './same-origin.ts'
import { slipPages } from './deposits/slip-pages.ts'
import { statementPages } from './statement-pages.ts'
import { paidTwicePages } from './transfers/paid-twice-pages.ts'
import { stuckPages } from './transfers/stuck-pages.ts'
import { suspectedPages } from './transfers/suspected-pages.ts'
import { textPages } from './text-pages.ts'
import { wheelPages } from './games/wheel-pages.ts'
import { withdrawalPages } from './transfers/withdrawal-pages.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
/** The console looks like the app by the app's own tokens. */
const css = `${read('../../src/ui/tokens.css')}\n${read('./console.css')}`
const scripts = ['console.js', 'told.js'].map((name) => [name, read(`./${name}`)] as const)
const logo = read('../../src/ui/art/champa-flower.svg')

/** The page of a switch, by the beginning of its name; of any other, the games'. */
const switchPages = new Map([
  ['slip', '/sandbox/slips'],
  ['chat', '/sandbox/chat'],
])

/** Everything under `/sandbox`: the console, and the pages of simulated providers. Empty if the providers are real. */
export function sandboxPages(app: AppContext, bodies = createBodyLimits()): Hono<ServerEnv> {
  const pages = new Hono<ServerEnv>()
  const { sandbox } = app.providers
  if (sandbox === null) return pages

  pages.onError((error, c) => {
    if (error instanceof FieldError) return showRefusal(c, error.message)
    if (error instanceof ApiError && error.code === 'KEY_INVALID')
      return showRefusal(
        c,
        'A field has what no form of the console sends. A form has at most 64 KiB, with a film 22 MiB.',
      )
    return answerError(c, error, c.get('log'))
  })
  const key = consoleKey(app)
  const holding =
    (whileHeld: BodyLimit, most: number): MiddlewareHandler<ServerEnv> =>
    (c, next) => {
      if (c.req.method !== 'POST') return next()
      const body = {
        whose: c.get('address'),
        isVisitor: !key.isEntered(c),
        expected: expectedBytes(c.req.raw, most),
      }
      return whileHeld(body, (hold) => {
        c.set('hold', hold)
        return next()
      })
    }
  const holdForm = holding(bodies.fields, FORM_BYTES)
  const holdFilm = holding(bodies.files, FILM_BYTES)
  const takesFilms = (c: Context) => c.req.path.startsWith('/sandbox/chat/')
  pages.use(except(takesFilms, holdForm))
  pages.use(async (c, next) => {
    c.set('template', '/sandbox/*')
    await next()
    c.header('Cache-Control', 'no-store')
    // Forms must send their origin, or foreign ones could not be recognised.
    c.header('Referrer-Policy', 'same-origin')
  })
  pages.get('/console.css', (c) => c.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  for (const [name, js] of scripts)
    pages.get(`/${name}`, (c) => c.body(js, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  pages.get('/logo.svg', (c) => c.body(logo, 200, { 'Content-Type': 'image/svg+xml' }))
  pages.route('/games', gamePages(app, sandbox, key))

  pages.use(sameOrigin(app.config))
  pages.post('/key', key.take)
  pages.use(key.wanted)
  // Nobody without the key may send a film's worth.
  pages.use((c, next) => (takesFilms(c) ? holdFilm(c, next) : next()))
  pages.post('/switches', async (c) => {
    const { name } = await readFields(c, { name: note(100) })
    sandbox.switches.toggle(name)
    const after = { armed: sandbox.switches.armed(name) }
    await record(app.db, { ...byOperator(c, app), kind: 'switch-turned', subject: name, after })
    const page = switchPages.get(name.split(':')[0] ?? '') ?? '/sandbox/games'
    return backTo(c, page, 'switched')
  })
  pages.route('/slips', slipPages(app, sandbox))
  pages.route('/wheel', wheelPages(app, sandbox))
  pages.route('/chat', chatPages(app, sandbox))
  pages.route('/rules', rulePages(app))
  pages.route('/limits', limitPages(app))
  pages.route('/statement', statementPages(app))
  pages.route('/suspected', suspectedPages(app))
  pages.route('/paid-twice', paidTwicePages(app))
  pages.route('/stuck', stuckPages(app))
  pages.route('/qr', qrPages(app))
  pages.route('/withdrawals', withdrawalPages(app))
  pages.route('/texts', textPages(app))
  pages.route('/', consolePages(app))
  return pages
}
