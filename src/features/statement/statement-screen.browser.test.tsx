import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AmountPrivacy } from '#ui/amount.tsx'
import { StatementScreen } from './statement-screen.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const at = new Date().toISOString()
const rows = [
  { statementType: 'deposit', status: 'SUCCESS', amount: 500, createdAt: at },
  { statementType: 'withdraw', status: 'FAILED', amount: 2500, createdAt: at },
  { statementType: 'transfer', status: 'SUCCESS', amount: 820, createdAt: at, from: 'PG', to: 'WALLET' },
  { statementType: 'bonus', status: 'PENDING', amount: 50, createdAt: at, description: 'invite' },
]
const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: at },
  wallet: { amount: 0 },
  slots: [{ code: 'PG', name: 'Naga', category: 'slot' }],
}

let statement: () => Response
beforeEach(() => {
  statement = () => Response.json({ total: 21, statements: rows })
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    String(input).endsWith('/api/wallet') ? Response.json(wallet) : statement(),
  )
})
afterEach(() => vi.unstubAllGlobals())

async function show(hidden = false) {
  const turn = vi.fn<(page: number) => void>()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <AmountPrivacy hidden={hidden} label="Amount hidden">
          <StatementScreen page={1} onPage={turn} />
        </AmountPrivacy>
      </QueryClientProvider>
    </I18nProvider>,
  )
  const row = (name: string) => screen.getByRole('listitem').filter({ hasText: name })
  return { screen, row, turn }
}

test('every row says what happened, how it went and which way the money moved', async () => {
  const { row } = await show()
  await expect.element(row('Deposit')).toHaveTextContent(/Success.*\+500\.00/u)
  await expect.element(row('Withdraw')).toHaveTextContent(/Failed.*−2,500\.00/u)
  await expect.element(row('Transfer back from Naga')).toHaveTextContent(/Success.*(?<![+−])820\.00/u)
  await expect.element(row('Invite friends bonus')).toHaveTextContent(/Processing.*\+50\.00/u)
  const failed = row('Withdraw').getByText('2,500.00').element()
  expect(getComputedStyle(failed).textDecorationLine).toBe('line-through')
})

test('a covered balance covers every amount', async () => {
  const { screen, row } = await show(true)
  await expect.element(row('Deposit')).toHaveTextContent(/Amount hidden/u)
  expect(screen.getByText(/500\.00/u).query()).toBeNull()
})

test('turns the page', async () => {
  const { screen, turn } = await show()
  await expect.element(screen.getByText('1 / 3')).toBeVisible()
  await screen.getByRole('button', { name: 'Next page' }).click()
  expect(turn).toHaveBeenCalledExactlyOnceWith(2)
})

test('a failure can be tried again', async () => {
  statement = () => Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
  const { screen, row } = await show()
  await expect.element(screen.getByText('The statement could not be loaded')).toBeVisible()
  statement = () => Response.json({ total: 4, statements: rows })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('Deposit')).toBeVisible()
})
