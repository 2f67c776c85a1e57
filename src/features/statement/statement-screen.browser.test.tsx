import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ListPlace } from '#data/pages.ts'
import { stubFetch } from '#components/test-screen.tsx'
import { bangkokDay } from '#i18n/format.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { extensionNames } from '#api/test-extension-names.ts'
import { store } from '#lib/store.ts'
import { AmountPrivacy } from '#ui/amount.tsx'
import { toastsAtom } from '#ui/message/toast.ts'
import type { StatementSearch } from './statement-filter.ts'
import { StatementScreen } from './statement-screen.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const at = new Date().toISOString()
const rows = [
  { statementType: 'deposit', status: 'SUCCESS', amount: 500, createdAt: at },
  { statementType: 'withdraw', status: 'FAILED', amount: 2500, createdAt: at },
  { statementType: 'transfer', status: 'SUCCESS', amount: 820, createdAt: at, from: 'PG', to: 'WALLET' },
  { statementType: 'adjustment', status: 'SUCCESS', amount: 12, createdAt: at },
  { statementType: 'bonus', status: 'SUCCESS', amount: 7, createdAt: at, description: { source: 'refund' } },
  { statementType: 'bonus', status: 'PENDING', amount: 50, createdAt: at, description: 'invite' },
]
const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: at },
  wallet: { amount: 0 },
  slots: [{ code: 'PG', name: 'Naga', category: 'slot' }],
}

let statement: () => Response | Promise<Response>
/** Answers when totals are asked for. */
let totals: () => Response
let asked: unknown[]
let askedTotals: unknown[]
beforeEach(() => {
  noteExtensions(extensionNames.join(', '))
  asked = []
  askedTotals = []
  totals = () => Response.json({ totals: [] })
  statement = () => Response.json({ total: 21, statements: rows })
  stubFetch(async (input, init = {}) => {
    if (String(input).endsWith('/api/wallet')) return Response.json(wallet)
    if (String(input).endsWith('/api/lookup/banks'))
      return Response.json([{ code: 'KTB', nameTH: 'กรุงไทย', nameEN: 'Krungthai' }])
    if (String(input).endsWith('/api/lookup/info')) return Response.json({ name: 'Petal', website: '' })
    const body = JSON.parse(String(init.body)) as object
    if (String(input).endsWith('/api/statement/totals')) {
      askedTotals.push(body)
      return totals()
    }
    asked.push(body)
    return statement()
  })
})
afterEach(() => vi.unstubAllGlobals())

interface Shown {
  hidden?: boolean
  place?: ListPlace
  search?: StatementSearch
}

const whole: StatementSearch = { kinds: [] }

async function show({ hidden = false, place = { page: 1 }, search = whole }: Shown = {}) {
  const turn = vi.fn<(place: ListPlace, options?: object) => void>()
  const filter = vi.fn<(search: StatementSearch) => void>()
  const openSlips = vi.fn<() => void>()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const pageOf = (shown: ListPlace) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <AmountPrivacy hidden={hidden} label="Amount hidden">
          <StatementScreen
            place={shown}
            onPlace={turn}
            search={search}
            onFilter={filter}
            onSlips={openSlips}
          />
        </AmountPrivacy>
      </QueryClientProvider>
    </I18nProvider>
  )
  const screen = await render(pageOf(place))
  const rerender = (shown: ListPlace) => screen.rerender(pageOf(shown))
  const row = (name: string) => screen.getByRole('listitem').filter({ hasText: name })
  return { screen, row, rerender, turn, filter, openSlips }
}

test('a row of an unknown type, and a source in an object, are shown too', async () => {
  const { row } = await show()
  await expect.element(row('Other entry')).toHaveTextContent(/12\.00/u)
  await expect.element(row('Cashback')).toHaveTextContent(/\+7\.00/u)
})

test('every row shows what happened and the direction of the money, and its status where it is not done', async () => {
  const { screen, row } = await show()
  await expect.element(row('Deposit')).toHaveTextContent(/\+500\.00/u)
  await expect.element(row('Withdraw')).toHaveTextContent(/Failed.*−2,500\.00/u)
  await expect.element(row('Transfer back from Naga')).toHaveTextContent(/(?<![+−])820\.00/u)
  await expect.element(row('Invite bonus')).toHaveTextContent(/Processing.*\+50\.00/u)
  expect(screen.getByText('Success').query()).toBeNull()
  const failed = row('Withdraw').getByText('2,500.00').element()
  expect(getComputedStyle(failed).textDecorationLine).toBe('line-through')
  await expect.element(row('Withdraw')).toHaveTextContent(/The money is back in your wallet\./u)
})

test.each([
  ['WW', ['ChannelPromptPay 1', 'FromPromptPay 1 …1234']],
  ['SLIP', ['ChannelSlip', 'FromSlip …1234']],
  ['TRUEWALLET', ['ChannelTrueMoney', 'FromTrueMoney …1234']],
  ['CODE_OF_ANOTHER_BACKEND', ['From…1234']],
])('the channel %s of a deposit is named, one that is not known left out', async (code, named) => {
  const paid = { ...rows[0], from: code, to: 'WALLET', channel: code, fromEnding: '1234', reference: '' }
  statement = () => Response.json({ total: 1, statements: [paid] })
  const { row } = await show()
  await row('Deposit').getByRole('button').click()
  const facts = [...document.querySelectorAll('dl > div')].map((fact) => fact.textContent)
  expect(facts.filter((fact) => /^(?:Channel|From)/u.test(fact))).toEqual(named)
})

test('a tap on a row shows what else is known of it, a second one hides it', async () => {
  const more = {
    reference: 'W-77',
    channel: 'KTB',
    from: 'WALLET',
    to: 'KTB',
    toEnding: '4321',
    balanceAfter: 1234.5,
    fee: 2.5,
    note: 'Account closed',
  }
  statement = () =>
    Response.json({
      total: 2,
      statements: [
        { ...rows[1], ...more },
        { ...rows[0], balanceAfter: null },
      ],
    })
  const { screen, row } = await show()
  const withdrawal = row('Withdraw').getByRole('button', { name: /Withdraw/u })
  await expect.element(withdrawal).toHaveAttribute('aria-expanded', 'false')
  expect(row('Withdraw').getByText('just now').query()).toBeNull()
  await withdrawal.click()
  await expect.element(withdrawal).toHaveAttribute('aria-expanded', 'true')
  const facts = () => [...document.querySelectorAll('dl > div')].map((fact) => fact.textContent)
  // The row itself says the status.
  expect(facts()).toEqual([
    expect.stringMatching(/^Time\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d(?:just now|\d+ seconds? ago)$/u),
    'ChannelKrungthai',
    'FromWallet',
    'ToKrungthai …4321',
    'Fee2.50 ฿',
    'Wallet after this1,234.50 ฿',
    'ReferenceW-77',
    'NoteAccount closed',
  ])
  await expect.element(screen.getByRole('button', { name: 'Copy the reference' })).toBeVisible()
  await row('Deposit').getByRole('button').click()
  await expect.element(withdrawal).toHaveAttribute('aria-expanded', 'false')
  expect(facts()).toHaveLength(2)
  await row('Deposit').getByRole('button').first().click()
  expect(facts()).toEqual([])
})

test('in a wide window the details stand beside the list: the newest row’s, until another is chosen', async () => {
  await page.viewport(1440, 900)
  const { screen, row } = await show()
  const details = screen.getByRole('region', { name: 'Details' })
  await expect.element(details.getByRole('heading')).toHaveTextContent('Deposit')
  await row('Transfer back from Naga').getByRole('button').click()
  await expect.element(details.getByRole('heading')).toHaveTextContent('Transfer back from Naga')
  await expect.element(details).toHaveTextContent(/820\.00.*Success/u)
  const [list, beside] = [row('Deposit').element(), details.element()].map((each) =>
    each.getBoundingClientRect(),
  )
  expect(beside?.left).toBeGreaterThan(list?.right ?? Infinity)
  // Newer rows come above it.
  statement = () => Response.json({ total: 22, statements: [{ ...rows[0], amount: 77 }, ...rows] })
  await screen.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(row('Deposit').first()).toHaveTextContent('+77.00')
  await expect.element(details.getByRole('heading')).toHaveTextContent('Transfer back from Naga')
})

test('a day has the server’s total of all its rows, and none while it is not known', async () => {
  totals = () => Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
  const { screen, row } = await show()
  await expect.element(row('Deposit')).toBeVisible()
  expect(screen.getByText('Total of the day').query()).toBeNull()
  const today = bangkokDay(at)
  totals = () =>
    Response.json({
      totals: [{ period: today, count: 4, deposits: 500, bonuses: 7, withdrawals: 40.25 }],
    })
  await screen.getByRole('button', { name: 'Refresh' }).click()
  const total = screen.getByText('Total of the day')
  await expect
    .poll(() => total.element().parentElement?.textContent)
    .toBe('Total of the day+507.00 ฿−40.25 ฿')
  expect(askedTotals.at(-1)).toEqual({
    by: 'day',
    from: new Date(`${today}T00:00:00+07:00`).toISOString(),
    until: new Date(Date.parse(`${today}T00:00:00+07:00`) + 86_400_000).toISOString(),
  })
})

test('a backend without totals: only days that no edge of the page cuts have one, and there are no tools', async () => {
  noteExtensions('statement-types')
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const older = [{ statementType: 'deposit', status: 'SUCCESS', amount: 9, createdAt: yesterday }]
  statement = () => Response.json({ total: 21, statements: [...rows, ...older] })
  const { screen } = await show()
  await expect.element(screen.getByText('Total of the day')).toBeInTheDocument()
  const heads = screen
    .getByRole('heading', { level: 2 })
    .elements()
    .map((head) => head.parentElement?.textContent)
  expect(heads).toEqual([
    expect.stringMatching(/^Today.*\+507\.00 ฿$/u),
    expect.stringMatching(/^Yesterday · \d\d\/\d\d\/\d{4}$/u),
  ])
  expect(askedTotals).toEqual([])
  expect(screen.getByRole('button', { name: 'By month' }).query()).toBeNull()
})

test('hiding the balance hides every amount', async () => {
  const { screen, row } = await show({ hidden: true })
  await expect.element(row('Deposit')).toHaveTextContent(/Amount hidden/u)
  expect(screen.getByText(/500\.00/u).query()).toBeNull()
})

test('turns the page', async () => {
  const { screen, turn } = await show()
  await expect.element(screen.getByText('1 / 3')).toBeVisible()
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => turn).toHaveBeenCalledExactlyOnceWith({ page: 2 })
})

/** A backend that pages by position: the row's number is the cursor. Rows are numbered from the oldest, 1. */
function pagingBackend(count: number) {
  const backend = { count, refuses: (_before: string) => false }
  const numbers = (below: number, skip: number) =>
    Array.from({ length: Math.max(0, below - 1 - skip) }, (_, index) => below - 1 - skip - index).slice(0, 10)
  statement = () => {
    const { page, before } = asked.at(-1) as { page: number; before?: string }
    if (before !== undefined && backend.refuses(before))
      return Response.json({ message: 'KEY_INVALID' }, { status: 400 })
    const shown = before ? numbers(Number(before), 0) : numbers(backend.count + 1, (page - 1) * 10)
    const last = shown.at(-1) ?? 1
    return Response.json({
      total: backend.count,
      ...(last > 1 && { cursor: String(last) }),
      statements: shown.map((amount) => ({
        statementType: 'deposit',
        status: 'SUCCESS',
        amount,
        createdAt: at,
      })),
    })
  }
  return backend
}

/** Turns pages as the route does. */
async function turnPages() {
  const { screen, turn, rerender } = await show()
  let turns = 0
  const shown = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map((row) => Number(/\+(\d+)\.00/u.exec(row.textContent)?.[1]))
  const press = async (name: 'Next page' | 'Previous page') => {
    await screen.getByRole('button', { name }).click()
    turns += 1
    await expect.poll(() => turn.mock.calls.length).toBe(turns)
    const [place = { page: 0 }] = turn.mock.calls.at(-1) ?? []
    await rerender(place)
    return place
  }
  return { screen, shown, press, rerender }
}

const downFrom = (first: number, length = 10) => Array.from({ length }, (_, index) => first - index)

test('rows that arrive between two pages push none out, and the previous page is the one seen before', async () => {
  const backend = pagingBackend(35)
  const { screen, shown, press } = await turnPages()
  await expect.poll(shown).toEqual(downFrom(35))
  backend.count = 38
  await press('Next page')
  await expect.poll(shown).toEqual(downFrom(25))
  backend.count = 41
  const third = await press('Next page')
  expect(third).toEqual({ page: 3, before: '16' })
  await expect.poll(shown).toEqual(downFrom(15))
  await press('Previous page')
  await expect.poll(shown).toEqual(downFrom(25))
  expect(asked.slice(0, 3)).toEqual([
    { page: 1, limit: 10 },
    { page: 2, limit: 10, before: '26' },
    { page: 3, limit: 10, before: '16' },
  ])
  await press('Previous page')
  await screen.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(shown).toEqual(downFrom(41))
  expect(await press('Next page')).toEqual({ page: 2, before: '32' })
  await expect.poll(shown).toEqual(downFrom(31))
})

test('a backend that has not announced positions is asked by number', async () => {
  noteExtensions('statement-types')
  pagingBackend(25)
  const { shown, press } = await turnPages()
  await expect.poll(shown).toEqual(downFrom(25))
  await press('Next page')
  await expect.poll(shown).toEqual(downFrom(15))
  expect(asked).toEqual([
    { page: 1, limit: 10 },
    { page: 2, limit: 10 },
  ])
})

test('an address whose position is refused, or that has none, shows the page by number; the next one goes on from there', async () => {
  const backend = pagingBackend(35)
  backend.refuses = (before) => before === 'stale'
  const { shown, press, rerender } = await turnPages()
  await rerender({ page: 2, before: 'stale' })
  await expect.poll(shown).toEqual(downFrom(25))
  expect(asked.slice(1)).toEqual([
    { page: 2, limit: 10, before: 'stale' },
    { page: 2, limit: 10 },
  ])
  await rerender({ page: 3 })
  await expect.poll(shown).toEqual(downFrom(15))
  backend.count = 36
  await press('Next page')
  await expect.poll(shown).toEqual(downFrom(5, 5))
  // The page before was not seen by position.
  expect(await press('Previous page')).toEqual({ page: 3, before: undefined })
})

test('a failure can be retried', async () => {
  statement = () => Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
  const { screen, row } = await show()
  await expect.element(screen.getByText('The statement could not be loaded')).toBeVisible()
  statement = () => Response.json({ total: 4, statements: rows })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('Deposit')).toBeVisible()
})

test('kinds are sent to the backend together, and applied here if the backend ignores them', async () => {
  const { screen, row, filter } = await show({ search: { kinds: ['bonus'], text: '50' } })
  await expect.element(row('Invite bonus')).toBeVisible()
  expect(row('Deposit').query()).toBeNull()
  await expect
    .poll(() => asked)
    .toEqual([{ page: 1, limit: 10, statementTypes: ['bonus', 'finish_bonus'], search: '50' }])
  await expect
    .element(screen.getByRole('button', { name: 'Bonus', exact: true }))
    .toHaveAttribute('aria-pressed', 'true')
  await screen.getByRole('button', { name: 'Withdrawals' }).click()
  await screen.getByRole('button', { name: 'Bonus', exact: true }).click()
  await screen.getByRole('button', { name: 'All' }).click()
  await expect
    .poll(() => filter.mock.calls)
    .toEqual([
      [{ kinds: ['withdraw', 'bonus'], text: '50' }],
      [{ kinds: [], text: '50' }],
      [{ kinds: [], text: '50' }],
    ])
})

test('days are Bangkok’s, from the start of the first to the end of the last', async () => {
  const { row } = await show({
    search: { kinds: ['deposit', 'withdraw'], from: '2026-01-31', until: '2026-02-28' },
  })
  await expect.element(row('Deposit')).toBeVisible()
  await expect
    .poll(() => asked)
    .toEqual([
      {
        page: 1,
        limit: 10,
        statementTypes: ['deposit', 'withdraw'],
        from: '2026-01-30T17:00:00.000Z',
        until: '2026-02-28T17:00:00.000Z',
      },
    ])
})

test('nothing found', async () => {
  statement = () => Response.json({ total: 0, statements: [] })
  const { screen, filter } = await show({ search: { kinds: ['withdraw'], text: 'x' } })
  await expect.element(screen.getByText('Nothing found')).toBeVisible()
  await screen.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => filter).toHaveBeenCalledExactlyOnceWith({ kinds: [] })
})

test('a page that no longer exists leads to the last one', async () => {
  statement = () => Response.json({ total: 21, statements: [] })
  const { turn } = await show({ place: { page: 9 } })
  await expect.poll(() => turn.mock.calls).toEqual([[{ page: 3 }, { replace: true }]])
})

test('links to the slips', async () => {
  const { screen, openSlips } = await show()
  await screen.getByRole('button', { name: 'Slip status' }).click()
  await expect.poll(() => openSlips).toHaveBeenCalledOnce()
})

test('a button refreshes it and is busy meanwhile; a failure is shown, and the rows stay', async () => {
  const { screen, row } = await show()
  const refresh = screen.getByRole('button', { name: 'Refresh' })
  await expect.element(row('Deposit')).toBeVisible()
  await expect.element(screen.getByText(/^Updated \d\d\/\d\d\/\d{4} /u)).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const newer = [{ statementType: 'deposit', status: 'SUCCESS', amount: 900, createdAt: at }]
  statement = async () => {
    await held
    return Response.json({ total: 1, statements: newer })
  }
  ;(refresh.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(refresh).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect.element(row('Deposit')).toHaveTextContent(/\+900\.00/u)
  await expect.element(refresh).not.toHaveAttribute('aria-busy')

  statement = () => {
    throw new TypeError('Failed to fetch')
  }
  await refresh.click()
  await expect
    .poll(() => store.get(toastsAtom).map(({ title }) => title))
    .toEqual(['This page could not be refreshed'])
  await expect.element(row('Deposit')).toHaveTextContent(/\+900\.00/u)
  await expect.element(screen.getByText(/^As of \d\d\/\d\d\/\d{4} /u)).toBeVisible()
})

test('while another page loads, no age is shown for the old one', async () => {
  const { screen, row, rerender } = await show()
  await expect.element(row('Deposit')).toBeVisible()
  const age = screen.getByText(/^(?:Updated|As of) /u)
  await expect.element(age).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  statement = async () => {
    await held
    return Response.json({ total: 21, statements: rows })
  }
  await rerender({ page: 2 })
  await expect.element(age).not.toBeInTheDocument()
  await expect.element(row('Deposit')).toBeVisible()
  answer()
  await expect.element(age).toBeVisible()
})
