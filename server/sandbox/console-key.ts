import { createHmac } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { record } from '../auth/audit-trail.ts'
import { DAY, MINUTE, SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { countAttempts, forgiveAttempt } from '../auth/attempts.ts'
import { recordFailure } from '../auth/record-failure.ts'
import { originOf } from '../http/page/origin.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { isSameText } from '../auth/tokens.ts'
import { byOperator, readForm } from './form.ts'
import { markup } from './markup.ts'
import { page } from './page.ts'

const COOKIE = 'console-key'
const FORM = '/sandbox/key'
/** Wrong keys in ten minutes: per address, and in total. */
const maxTries = { address: 10, all: 100 }
const within = 10 * MINUTE

export interface ConsoleKey {
  /** Whether the caller has entered the key, or none is required. */
  isEntered(c: Context<ServerEnv>): boolean
  /** Shows the form for the key instead of the page. */
  readonly wanted: MiddlewareHandler<ServerEnv>
  /** Handles the entered key. */
  readonly take: (c: Context<ServerEnv>) => Promise<Response>
}

/**
 * Protects a console that other machines can reach. The browser keeps a cookie derived from the key, so it is valid for every
 * process with the same key and invalid after a change.
 */
export function consoleKey(app: AppContext): ConsoleKey {
  const { config, db, clock } = app
  const key = config.sandboxKey?.value
  const mark =
    key === undefined ? '' : createHmac('sha256', key).update('sandbox console').digest('base64url')
  const isEntered = (c: Context<ServerEnv>) =>
    key === undefined || isSameText(getCookie(c, COOKIE) ?? '', mark)

  return {
    isEntered,
    wanted: async (c, next) =>
      isEntered(c) ? next() : c.html(keyPage(c.req.method === 'GET' ? c.req.path : '/sandbox'), 401),
    take: async (c) => {
      const { key: entered = '', to = '' } = await readForm(c)
      const place = /^\/sandbox(?:\/[\w/-]*)?$/u.test(to) ? to : '/sandbox'
      if (key === undefined) return c.redirect(place, 303)
      const counted = { address: `console-key:${c.get('address')}`, all: 'console-key' }
      // Counted before it is checked, so that parallel tries cannot exceed the limit.
      for (const who of ['address', 'all'] as const) {
        const tries = await countAttempts(db, { key: counted[who], within }, clock.now())
        if (tries > maxTries[who])
          return c.html(keyPage(place, 'Too many wrong keys. Try again in ten minutes.'), 429)
      }
      const by = byOperator(c, app)
      if (!isSameText(entered.trim(), key)) {
        const refused = { ...by, kind: 'console-refused', actor: 'stranger', after: {} } as const
        await recordFailure(app, refused, 'console')
        return c.html(
          keyPage(
            place,
            'That is not the key. Type SANDBOX_KEY, or the one that the server printed when it started.',
          ),
          401,
        )
      }
      await record(db, { ...by, kind: 'console-opened' })
      for (const counter of Object.values(counted)) await forgiveAttempt(db, counter)
      setCookie(c, COOKIE, mark, {
        httpOnly: true,
        sameSite: 'Strict',
        path: '/sandbox',
        secure: originOf(c, config).startsWith('https:'),
        maxAge: (30 * DAY) / SECOND,
      })
      return c.redirect(place, 303)
    },
  }
}

const keyPage = (to: string, refusal?: string) =>
  page({
    title: 'The console’s key',
    flash: refusal === undefined ? undefined : { text: refusal, isBad: true },
    body: markup`<p>
        Other machines can reach this sandbox, so its console wants a key: SANDBOX_KEY, or the one printed when the server started.
      </p>
      <form method="post" action="${FORM}">
        <input type="hidden" name="to" value="${to}" />
        <label>Key <input name="key" type="password" autocomplete="current-password" required autofocus aria-describedby="told" /></label>
        <button>Open the console</button>
      </form>`,
  })
