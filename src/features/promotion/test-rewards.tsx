import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { stubFetch } from '#components/test-screen.tsx'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { closeErrorDialog } from '#errors/error-dialog.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const offers = () => [
  {
    code: 'WELCOME',
    name: 'Welcome',
    type: 'limit',
    maxReceived: 1,
    percentFail: 10,
    termsVersion: 'v1' as string | undefined,
    banners: [
      { image: '', html: '<p>First <b>words</b></p>' },
      { image: '', html: '<p>Second words</p>' },
    ],
    userBonus: null as object | null,
  },
  {
    code: 'DAILY',
    name: '',
    type: 'day',
    maxReceived: 2,
    percentFail: 7.5,
    // As of another backend.
    termsVersion: undefined,
    banners: [],
    userBonus: null as object | null,
  },
]

const isChange = (path: string) => /\/(?:activate|clear)/u.test(path)

/** What may change when a bonus begins or ends. */
export const everything = ['/api/bonus', '/api/bonus/check/active', '/api/wallet', '/api/statement']

/** A stubbed backend: its replies can be changed, its requests are recorded. */
export function openRewards() {
  closeErrorDialog()
  const backend = {
    bonuses: offers(),
    active: { status: false, type: '' } as {
      status: boolean
      type: string
      toPlay?: number
      required?: number
      mayEnd?: boolean
      endsBelow?: number
    },
    current: null as object | null,
    promotions: {} as Record<string, object>,
    notice: '<p>Play it through, or have at most %percentFail%% left.</p>' as string | undefined,
    /** The response to the next change. */
    answer: () => Response.json({ message: 'SUCCESS' }) as Response | Promise<Response>,
    outcome: { status: 'unknown' } as object,
    /** Holds a search back until it resolves. */
    held: undefined as Promise<void> | undefined,
    /** Holds the bonus in use back until it resolves. */
    heldActive: undefined as Promise<void> | undefined,
    /** Holds the running promotion's own words back until it resolves. */
    heldCurrent: undefined as Promise<void> | undefined,
    isDown: false,
    changes: [] as { path: string; key: string | null }[],
    asked: [] as string[],
    /** What was requested since the last change. */
    askedAnew: () => backend.asked.slice(backend.asked.findLastIndex((path) => isChange(path)) + 1),
  }
  const no = (message: string, status = 400) => Response.json({ message }, { status })

  stubFetch(async (input, init = {}) => {
    const path = decodeURIComponent(new URL(String(input), location.href).pathname)
    backend.asked.push(path)
    if (isChange(path)) {
      backend.changes.push({ path, key: new Headers(init.headers).get('Idempotency-Key') })
      return backend.answer()
    }
    if (backend.isDown) return no('INTERNAL_SERVER_ERROR', 500)
    if (path.startsWith('/api/acts/')) return Response.json(backend.outcome)
    if (path.startsWith('/api/promotion/find/')) {
      await backend.held
      const found = backend.promotions[path.slice('/api/promotion/find/'.length)]
      return found ? Response.json(found) : no('NO_PROMOTION', 404)
    }
    if (path === '/api/promotion/current') {
      await backend.heldCurrent
      return Response.json(backend.current)
    }
    if (path === '/api/bonus/check/active') {
      await backend.heldActive
      return Response.json(backend.active)
    }
    if (path === '/api/bonus') return Response.json(backend.bonuses)
    if (path !== '/api/lookup/notice') return Response.json({})
    return backend.notice === undefined
      ? no('INTERNAL_SERVER_ERROR', 500)
      : Response.json({ notice: backend.notice })
  })
  return backend
}

export const receivedNow = (isActive = false, times = 1) => ({
  _id: 'b1',
  isActive,
  received: Array.from({ length: times }, () => ({ updatedAt: new Date().toISOString() })),
})

/** Uses the wallet and the statement, as another part of the app would. */
function Elsewhere() {
  useQuery(walletQueryOptions)
  useQuery(statementQueryOptions())
  return null
}

export const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })

export function show(content: ReactNode, client = newClient()) {
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Elsewhere />
        {content}
      </QueryClientProvider>
    </I18nProvider>,
  )
}
