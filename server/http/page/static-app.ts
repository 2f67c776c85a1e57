import { readFileSync, statSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { except } from 'hono/combine'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import type { ServerEnv } from '../server-env.ts'

type Middleware = MiddlewareHandler<ServerEnv>

/** Addresses that only redirect inside the app. */
const redirects = /^\/(?:index\.html|user\/?)?$/u
const isPage = ({ req }: Context) => req.path === '/' || req.path === '/index.html'
/** Files beside the app's own: precompressed copies and the build's notes. */
const isHidden = ({ req }: Context) => /\/\.|\.(?:br|gz)$/u.test(req.path)
/** Browsers apply the headers of a 304 to the cached page: without the page's own policy its inline script would be blocked. */
const retainedHeaders = [...RETAINED_304_HEADERS, 'content-security-policy']
/** A navigation to a wrong address still gets the app's page. */
const isVisit = (c: Context) =>
  c.req.header('sec-fetch-mode') === 'navigate' && !c.req.path.startsWith('/assets/') && !isHidden(c)
/** Whether the path names a file: its last segment has an ending. A search for it by pattern would take quadratic time. */
const isFile = (path: string) => path.includes('.', path.lastIndexOf('/') + 1)
const isMissingFile = (c: Context) =>
  (c.req.path.startsWith('/assets/') || isFile(c.req.path)) && !isPage(c) && !isVisit(c)
/** An ETag of a range would say nothing about the whole file. */
const isPiece = ({ req }: Context) => req.header('range') !== undefined

/**
 * Serves the built app: files by name, and the app's page for every other address. `rulesOf` returns the headers for a page
 * with this content, `standIn` names the file that is served in place of another.
 */
export function staticApp(
  folder: string,
  rulesOf: (page: string) => Middleware,
  standIn: (path: string) => string = (path) => path,
): Hono<ServerEnv> {
  const served = (place: (path: string) => string) =>
    serveStatic<ServerEnv>({ precompressed: true, rewriteRequestPath: (path) => folder + place(path) })
  const page = `${folder}/index.html`
  let rules: { of: number; apply: Middleware } | undefined
  let known: { of: number; addresses: readonly string[] | undefined } | undefined
  const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

  const pageRules: Middleware = (c, next) => {
    const of = changedAt(page)
    if (rules?.of !== of) rules = { of, apply: rulesOf(of === 0 ? '' : readFileSync(page, 'utf8')) }
    return rules.apply(c, next)
  }
  // A build writes the list after the page, so until it is there it is read again.
  const addressesNow = () => {
    const list = `${folder}/pages.json`
    const of = changedAt(list)
    if (known?.of !== of || known.addresses === undefined) known = { of, addresses: readAddresses(list) }
    return known.addresses
  }
  const tellUnknown: Middleware = async (c, next) => {
    await next()
    const path = c.req.path.replace(/(?<=.)\/$/u, '')
    const addresses = addressesNow()
    if (!addresses || redirects.test(path) || addresses.includes(path)) return
    c.res = new Response(c.res.body, { status: 404, headers: c.res.headers })
  }

  return (
    new Hono<ServerEnv>()
      .get('*', except(isPiece, etag({ retainedHeaders })), describe)
      // The worker runs under the policy of its own response, but fetches on the page's behalf.
      .get('/sw.js', pageRules)
      .get('*', except([isPage, isHidden], served(standIn)))
      // Files of the previous release stay available to pages opened before the deploy.
      .get(
        '/assets/*',
        except(
          isHidden,
          served((path) => path.replace('/assets/', '/former/')),
        ),
      )
      // A missing file must stay missing: a page in place of a script breaks worse than a 404.
      .get('*', (c, next) => (isMissingFile(c) ? c.text('Not Found', 404) : next()))
      .get(
        '*',
        pageRules,
        tellUnknown,
        // By its own path, because the library finds no file for an address with a percent sign.
        serveStatic<ServerEnv>({ precompressed: true, path: page }),
      )
      .get('*', (c) => c.text('The app is not built yet', 404))
      .all('*', (c) => c.text('Method Not Allowed', 405))
  )
}

/** Headers that the library does not set for a file it has found. */
const describe: Middleware = async (c, next) => {
  await next()
  if (!c.res.headers.has('last-modified')) return
  // A page in place of a missing file must not be cached, because the file may come.
  if (c.res.status === 404) return c.header('Cache-Control', 'no-store')
  c.header('Cache-Control', cachingOf(c.req.path))
  // Video players request ranges, and Safari plays nothing without them.
  c.header('Accept-Ranges', 'bytes')
  if (c.req.path.endsWith('.vtt')) c.header('Content-Type', 'text/vtt; charset=utf-8')
}

/**
 * The app's own addresses, from its build. For any other the app shows "not found" and the status says the same. Undefined if
 * the build is old or being written: then any address may be the app's.
 */
function readAddresses(file: string): readonly string[] | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as string[]
  } catch {
    return undefined
  }
}

function cachingOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  const isAskedEachTime = !isFile(path) || /\.(?:html|js|json)$/u.test(path)
  return isAskedEachTime ? 'no-cache' : 'public, max-age=86400'
}
