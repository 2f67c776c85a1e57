import { hashOf } from '../auth/tokens.ts'
import { markup, type Markup } from './markup.ts'

interface Page {
  title: string
  body: Markup
  /** The last form's result as a message. */
  flash?: string | undefined
  /** Reloads when its lists have changed. */
  isLive?: boolean
}

export const page = ({ title, body, flash, isLive = false }: Page): Markup =>
  markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/console.css" />
        ${isLive ? markup`<script type="module" src="/sandbox/console.js"></script>` : ''}
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <nav aria-label="Sandbox">
            <a href="/sandbox">Console</a>
            <a href="/sandbox/slips">Slips and gift links</a>
            <a href="/sandbox/games">Games</a>
            <a href="/sandbox/wheel">Wheel</a>
            <a href="/sandbox/chat">Chat</a>
            <a href="/sandbox/rules">Rules</a>
            <a href="/sandbox/texts">Texts</a>
            <a href="/">App</a>
          </nav>
        </header>
        <main data-version="${hashOf(body.toString()).slice(0, 16)}">
          ${flash === undefined ? '' : markup`<p class="flash" role="status">${flash}</p>`} ${body}
        </main>
      </body>
    </html>`
