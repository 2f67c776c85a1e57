import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { WithdrawSheet } from './withdraw-sheet.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
  bankAccount: {
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '1234567890',
    bank: { nameTH: 'กสิกรไทย' },
  },
  wallet: { amount: 8230 },
  slots: [{ code: 'PG', name: 'Naga', category: 'slot', amount: 250, isActive: true }],
}

let withdrawals: { amount: unknown; key: string | null }[]
let answer: () => Response | Promise<Response>
let fate: object

async function backend(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const path = new URL(String(input), location.href).pathname
  if (path === '/api/wallet/withdraw') {
    const { amount } = JSON.parse(String(init.body)) as { amount: unknown }
    withdrawals.push({ amount, key: new Headers(init.headers).get('Idempotency-Key') })
    return answer()
  }
  if (path.startsWith('/api/acts/')) return Response.json(fate)
  if (path === '/api/wallet') return Response.json(wallet)
  if (path === '/api/lookup/withdraw') return Response.json({ withdrawMin: 100, withdrawMax: 5000 })
  return Response.json({ total: 0, statements: [] })
}

beforeEach(() => {
  withdrawals = []
  answer = () => Response.json({ message: 'SUCCESS' })
  fate = { status: 'unknown' }
  vi.stubGlobal('fetch', backend)
})
afterEach(() => vi.unstubAllGlobals())

async function show() {
  const root = createRootRoute()
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/user/statement' })])
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router as never}>
          <WithdrawSheet onClose={vi.fn<() => void>()} />
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
  const enter = async (typed: string) => {
    await screen.getByRole('textbox', { name: 'Amount to withdraw' }).fill(typed)
    await screen.getByRole('button', { name: 'Continue' }).click()
  }
  const confirm = () => screen.getByRole('button', { name: 'Confirm withdrawal' }).click()
  return { screen, enter, confirm }
}

test.each([
  ['1e3', 'Please enter the amount in digits, such as 100 or 99.50.'],
  ['-5', 'Please enter an amount above zero.'],
  ['0.001', 'Please use at most two decimals.'],
  ['๙๙', 'The minimum is 100.00 ฿. Please enter more.'],
  ['5000.01', 'The maximum is 5,000.00 ฿. Please enter less.'],
])('%s is explained and not sent', async (typed, words) => {
  const { screen, enter } = await show()
  await enter(typed)
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(withdrawals).toEqual([])
})

test('asks once more, sends once, and says that it is on its way', async () => {
  const { screen, enter, confirm } = await show()
  await enter('๑๐๐')
  await expect.element(screen.getByText('123-456-7890')).toBeVisible()
  await expect.element(screen.getByText(/8,130\.00/u)).toBeVisible()
  await confirm()
  await expect.element(screen.getByText('Your money is on its way')).toBeVisible()
  expect(withdrawals).toEqual([{ amount: 100, key: expect.any(String) }])
})

test('"all" takes no more than one withdrawal may', async () => {
  const { screen } = await show()
  await screen.getByRole('button', { name: 'All' }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('5,000.00')
})

test('a refusal is shown in place', async () => {
  answer = () => Response.json({ message: 'MONEY_NOT_ENOUGH' }, { status: 400 })
  const { screen, enter, confirm } = await show()
  await enter('100')
  await confirm()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByRole('button', { name: 'Change the amount' }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('100.00')
})

test('a lost answer is asked after, and nothing is sent twice', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  fate = { status: 'done', reply: { message: 'SUCCESS' } }
  const { screen, enter, confirm } = await show()
  await enter('100')
  await confirm()
  await expect.element(screen.getByText('The answer was lost on the way')).toBeVisible()
  await expect.element(screen.getByText('Your money is on its way')).toBeVisible()
  expect(withdrawals).toHaveLength(1)
})
