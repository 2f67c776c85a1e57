import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { beforeEach, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { keepToken } from '#api/token.ts'
import { hasExtension, noteExtensions } from '#lib/network/api-extensions.ts'
import { extensionNames } from '#api/test-extension-names.ts'
import { store } from '#lib/store.ts'
import { endedSessionsAtom } from '#data/session/session.ts'
import { followMoney } from '#data/wallet/money-watch.ts'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import amountStyles from '#ui/amount.module.css'
import { toastsAtom } from '#ui/message/toast.ts'
import { WithToasts } from './with-toasts.tsx'

// Queries notify their screens without a timer, which a test may have faked.
notifyManager.setScheduler(queueMicrotask)

// The stubbed backend announces these extensions with every reply, until a test changes them.
noteExtensions('keys, acts, otp-proof, password-reset, statement-types, page-cursors')

let sessions = 0

// Nothing of a member's is asked for without a session. Each test has one of its own, because an operation that the test before left
// under way may end only now, and would show in this test's form.
beforeEach(() => {
  sessions += 1
  keepToken(`token-${sessions}`, 'session')
  store.set(endedSessionsAtom, (count) => count + 1)
})

let stopMoney: (() => void) | undefined
let shownClient: QueryClient | undefined

/** Renders a screen as the app would, in the source language. */
export async function renderScreen(screen: ReactNode) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  store.set(toastsAtom, [])
  const root = createRootRoute()
  const pages = ['/user/home', '/user/bonus', '/user/statement', '/user/contact'].map((path) =>
    createRoute({ getParentRoute: () => root, path, staticData: { title: null } }),
  )
  const router = createRouter({ routeTree: root.addChildren(pages), history: createMemoryHistory() })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  shownClient = client
  stopMoney?.()
  stopMoney = followMoney(client)
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router as never}>
          <WithToasts>{screen}</WithToasts>
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
}

/** As after a button or a pull that refreshes the page: every query on screen is fetched again. */
export async function fetchShownAnew(): Promise<void> {
  await shownClient?.refetchQueries({ type: 'active' })
}

/** The server's event that the member's money changed reaches the shown screen. */
export function sayMoneyChanged(): void {
  if (shownClient) refreshMoney(shownClient)
}

/** The amounts on screen that look current. */
export const currentAmounts = () =>
  [...document.querySelectorAll(`.${amountStyles.amount}:not(.${amountStyles.stale})`)].map(
    ({ textContent }) => textContent,
  )

export interface Asked {
  path: string
  body: unknown
  key: string | null
}

/** The replies of a stubbed backend by path: JSON, or a Response. */
export type Answers = Record<string, (asked: Asked) => unknown>

/** Stubs `fetch`. Its responses announce the extensions that the test has set. */
export function stubFetch(answer: typeof fetch): void {
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const response = await answer(...asked)
    response.headers.set('X-Api-Extensions', extensionNames.filter(hasExtension).join(', '))
    return response
  })
}

/** Stubs the backend: replies by path, and records the requests. Other paths are unreachable. */
export function stubBackend(answers: Answers): Asked[] {
  const log: Asked[] = []
  stubFetch(async (input, init = {}) => {
    const path = new URL(String(input), location.href).pathname
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const asked = { path, body, key: new Headers(init.headers).get('Idempotency-Key') }
    log.push(asked)
    const answer = answers[path.startsWith('/api/acts/') ? '/api/acts' : path]
    if (!answer) throw new TypeError('Failed to fetch')
    const said = await answer(asked)
    return said instanceof Response ? said : Response.json(said)
  })
  return log
}

/** Waits without advancing fake timers, which `vi.waitFor` and `expect.element` would do. */
export async function stillUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await vi.advanceTimersByTimeAsync(0)
    await new Promise(requestAnimationFrame)
  }
}

/** Advances fake timers, and waits until the screen has rendered. */
export async function passTime(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}

export const refusal = (message: string, status = 400) => Response.json({ message }, { status })

export function lost(): never {
  throw new TypeError('Failed to fetch')
}
