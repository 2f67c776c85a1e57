import type { Context } from 'hono'
import { hashOf } from '../auth/tokens.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { type Flash, type FlashCode, flashOf } from './flash-messages.ts'
import { markup, type Markup } from './markup.ts'

interface Page {
  title: string
  /** The part of the console that it belongs to, if that has another title. */
  part?: string
  body: Markup
  /** The last form's result as a message. */
  flash?: Flash | undefined
  /** Reloads when its lists have changed. */
  isLive?: boolean
}

const pages = [
  ['/sandbox', 'Console'],
  ['/sandbox/slips', 'Slips and gift links'],
  ['/sandbox/statement', 'Statement'],
  ['/sandbox/games', 'Games'],
  ['/sandbox/wheel', 'Wheel'],
  ['/sandbox/chat', 'Chat'],
  ['/sandbox/rules', 'Rules'],
  ['/sandbox/limits', 'Limits'],
  ['/sandbox/texts', 'Texts'],
  ['/', 'App'],
] as const

export const page = ({ title, part = title, body, flash, isLive = false }: Page): Markup =>
  markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sandbox</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/sandbox/logo.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/sandbox/console.css" />
        ${isLive ? markup`<script type="module" src="/sandbox/console.js"></script>` : ''}
        ${flash ? markup`<script type="module" src="/sandbox/told.js"></script>` : ''}
      </head>
      <body>
        <header>
          <a class="brand" href="/sandbox">
            <img src="/sandbox/logo.svg" alt="" width="32" height="32" />
            Champa <small>Sandbox</small>
          </a>
          <nav aria-label="Sandbox">
            ${pages.map(
              ([address, name]) =>
                markup`<a href="${address}" ${name === part ? markup`aria-current="${name === title ? 'page' : 'true'}"` : ''}>${name}</a>`,
            )}
          </nav>
        </header>
        <main data-version="${hashOf(body.toString()).slice(0, 16)}">
          <h1>${title}</h1>
          ${flash ? told(flash) : ''} ${body}
        </main>
      </body>
    </html>`

const told = ({ text, isBad }: Flash): Markup =>
  markup`<p class="${isBad ? 'flash bad' : 'flash'}" role="${isBad ? 'alert' : 'status'}" id="told" tabindex="-1">${text}</p>`

/** Refuses a request with fields that no form of the console sends: a page with the reason, status 400. */
export const showRefusal = (c: Context<ServerEnv>, reason: string): Response | Promise<Response> =>
  c.html(
    page({
      title: 'Nothing was changed',
      body: markup`<p class="flash bad" role="alert">${reason}</p>
        <p>Go back, load the page anew, and use its form as it is then.</p>`,
    }),
    400,
  )

/**
 * Answers with the page, and with what the last form came to; with `refusal`, in the place of a form that was refused, and with what was
 * typed in it. `told` goes on its message.
 */
export function showPage(
  c: Context<ServerEnv>,
  { told: more = '', ...shown }: Omit<Page, 'flash'> & { told?: string },
  refusal?: FlashCode,
): Response | Promise<Response> {
  const flash = flashOf(refusal ?? c.req.query('flash'))
  return c.html(
    page({ ...shown, flash: flash && { ...flash, text: `${flash.text} ${more}`.trim() } }),
    refusal === undefined ? 200 : refusal === 'stale' ? 409 : 422,
  )
}
