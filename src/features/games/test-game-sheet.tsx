import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RESET } from 'jotai/utils'
import { afterEach, beforeEach, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'
import { stubFetch } from '#components/test-screen.tsx'
import { WithToasts } from '#components/with-toasts.tsx'
import { store } from '#lib/store.ts'
import { toastsAtom } from '#ui/message/toast.ts'
import { GameSheet } from './game-sheet.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const slots = [
  { code: 'PG', name: 'Naga', category: 'slot', amount: 1250, isActive: true, web: '' },
  {
    code: 'JOKER',
    name: 'Moon',
    category: 'slot',
    amount: 0,
    isActive: true,
    web: 'https://moon.example/in',
  },
  { code: 'SHUT', name: 'River', category: 'slot', amount: 75, isActive: true, closed: true, web: '' },
  { code: 'NEW', name: 'Forest', category: 'sport', amount: 0, isActive: false, web: 'javascript:alert(1)' },
]

/** What the stubbed backend and browser hold; new before each test. */
export const backend = {
  cash: 0,
  calls: [] as { path: string; body?: unknown }[],
  refusals: {} as Record<string, string>,
  /** Set: the answer to the transfer or the reset is lost, and this is the status that the server reports afterwards. */
  lostThen: undefined as string | undefined,
  /** Holds the answer to a transfer back until it resolves. */
  moveHeld: undefined as Promise<void> | undefined,
  password: '',
  unconfirmed: undefined as 'asking' | 'doubtful' | undefined,
  /** Holds the credentials back until it resolves. */
  accountHeld: undefined as Promise<void> | undefined,
  /** What happened to the tabs that were opened. */
  tabs: [] as { went?: string; closed: boolean }[],
  /** No tab can be opened. */
  blocked: false,
}

/** The transfers that were sent. */
export const moves = () => backend.calls.filter(({ path }) => path.startsWith('/api/wallet/transfer'))

/** Answers the sheet's calls, and records the tabs that it opens. */
export function stubBackend(): void {
  beforeEach(() => {
    Object.assign(backend, {
      cash: 8230,
      calls: [],
      refusals: {},
      lostThen: undefined,
      moveHeld: undefined,
      password: 'Np48x2kd',
      unconfirmed: undefined,
      accountHeld: undefined,
      tabs: [],
      blocked: false,
    })
    stubFetch(async (input, init = {}) => {
      const path = new URL(String(input), location.href).pathname
      backend.calls.push({ path, ...(init.body ? { body: JSON.parse(String(init.body)) as unknown } : {}) })
      const refusal = Object.entries(backend.refusals).find(([start]) => path.startsWith(start))
      if (refusal) return Response.json({ message: refusal[1] }, { status: 400 })
      if (path.startsWith('/api/autoLogin')) return Response.json({ link: 'https://naga.example/once' })
      if (path.startsWith('/api/acts'))
        return Response.json({
          status: backend.lostThen,
          reply: { message: backend.lostThen === 'failed' ? 'TRANSFER_FAIL' : 'SUCCESS' },
        })
      if (backend.lostThen && path === '/api/wallet/transferAll') throw new TypeError('Failed to fetch')
      if (path.includes('resetpassword')) {
        backend.password = 'New99'
        if (backend.lostThen) throw new TypeError('Failed to fetch')
      }
      if (path === '/api/wallet/transfer') await backend.moveHeld
      if (/account|activate/.test(path)) await backend.accountHeld
      if (/account|activate|resetpassword/.test(path))
        return Response.json({
          username: 'chp0812345678',
          password: backend.password,
          unconfirmed: backend.unconfirmed,
        })
      if (path !== '/api/wallet' && path !== '/api/wallet/refresh/slot')
        return Response.json({ message: 'SUCCESS' })
      return Response.json({
        profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
        wallet: { amount: backend.cash },
        slots,
      })
    })
    vi.spyOn(window, 'open').mockImplementation(() => {
      if (backend.blocked) return null
      const tab: (typeof backend.tabs)[number] = { closed: false }
      backend.tabs.push(tab)
      const page = document.implementation.createHTMLDocument()
      page.addEventListener('click', (event) => {
        tab.went = (event.target as HTMLAnchorElement).href
      })
      return {
        document: page,
        opener: window,
        get closed() {
          return tab.closed
        },
        close: () => {
          tab.closed = true
        },
      } as unknown as Window
    })
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const fields = [...new FormData(this)].map(([name, value]) => `${name}=${String(value)}`)
      backend.tabs.at(-1)!.went = `${this.method} ${this.action} ${fields.join('&')}`
    })
  })
  afterEach(() => {
    store.set(toastsAtom, [])
    store.set(balanceHiddenAtom, RESET)
    Reflect.deleteProperty(navigator, 'standalone')
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** Shows the sheet of a game. */
export async function show(code: string, hidden = false) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  store.set(balanceHiddenAtom, hidden)
  const onMoveOut = vi.fn<(code: string) => void>()
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <WithToasts>
          <GameSheet code={code} onClose={vi.fn<() => void>()} onMoveOut={onMoveOut} />
        </WithToasts>
      </QueryClientProvider>
    </I18nProvider>,
  )
  const tap = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  /** Confirms the question about the amount. */
  const transferAndPlay = async () => {
    await tap('Transfer all and play')
    await tap('Transfer and play')
  }
  return {
    screen,
    tap,
    transferAndPlay,
    client,
    onMoveOut,
    amount: screen.getByRole('textbox', { name: 'Transfer from wallet' }),
  }
}
