import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AmountPrivacy } from '#ui/amount.tsx'
import { dismissToast, shownToasts } from '#ui/toast.ts'
import { Toaster } from '#ui/toaster.tsx'
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
  { code: 'NEW', name: 'Forest', category: 'sport', amount: 0, isActive: false, web: 'javascript:alert(1)' },
]

let cash: number
let calls: { path: string; body?: unknown }[]
let refusals: Record<string, string>
const moves = () => calls.filter(({ path }) => path.startsWith('/api/wallet/transfer'))

/** What a tab that was opened by a tap did since. */
let tabs: { went?: string; closed: boolean }[]
let blocked: boolean

beforeEach(() => {
  cash = 8230
  calls = []
  refusals = {}
  tabs = []
  blocked = false
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = new URL(String(input), location.href).pathname
    calls.push({ path, ...(init.body ? { body: JSON.parse(String(init.body)) as unknown } : {}) })
    const refusal = Object.entries(refusals).find(([start]) => path.startsWith(start))
    if (refusal) return Response.json({ message: refusal[1] }, { status: 400 })
    if (path.startsWith('/api/autoLogin')) return Response.json({ link: 'https://naga.example/once' })
    if (/account|activate|resetpassword/.test(path))
      return Response.json({
        username: 'chp0812345678',
        password: path.includes('reset') ? 'New99' : 'Np48x2kd',
      })
    if (path !== '/api/wallet' && path !== '/api/wallet/refresh/slot')
      return Response.json({ message: 'SUCCESS' })
    return Response.json({
      profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
      wallet: { amount: cash },
      slots,
    })
  })
  vi.spyOn(window, 'open').mockImplementation(() => {
    if (blocked) return null
    const tab: (typeof tabs)[number] = { closed: false }
    tabs.push(tab)
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
    tabs.at(-1)!.went = `${this.method} ${this.action} ${fields.join('&')}`
  })
})
afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(code: string, hidden = false) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const onMoveOut = vi.fn<(code: string) => void>()
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <AmountPrivacy hidden={hidden} label="Amount hidden">
          <GameSheet code={code} onClose={vi.fn<() => void>()} onMoveOut={onMoveOut} />
          <Toaster label="Messages" closeLabel="Dismiss" />
        </AmountPrivacy>
      </QueryClientProvider>
    </I18nProvider>,
  )
  const tap = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  return {
    screen,
    tap,
    client,
    onMoveOut,
    amount: screen.getByRole('textbox', { name: 'Transfer from wallet' }),
  }
}

test('a game without an account is activated first', async () => {
  const { screen, tap } = await show('NEW')
  await expect.element(screen.getByText('Sport + Casino')).toBeVisible()
  expect(screen.getByText('Username').query()).toBeNull()
  await tap('Activate')
  await expect.element(screen.getByText('chp0812345678')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Transfer all and play' }).query(), 'no page to open').toBeNull()
})

test('a refused activation says why', async () => {
  refusals['/api/wallet/activate'] = 'SLOT_ACTIVATE_FAIL'
  const { screen, tap } = await show('NEW')
  await tap('Activate')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('could not be opened')
})

test('the password is hidden until asked for, and forgotten with the sheet', async () => {
  const { screen, tap, client } = await show('PG')
  await expect.element(screen.getByText('chp0812345678')).toBeVisible()
  expect(document.body.innerHTML).not.toContain('Np48x2kd')
  await tap('Show password')
  await expect.element(screen.getByText('Np48x2kd')).toBeVisible()
  await screen.unmount()
  await vi.waitFor(() =>
    expect(
      JSON.stringify(
        client
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).not.toContain('Np48x2kd'),
  )
})

test('copying says what was copied, or that it failed', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen, tap } = await show('PG')
  await tap('Copy username')
  await expect.element(screen.getByText('Copied: chp0812345678')).toBeVisible()
  write.mockRejectedValue(new Error('no'))
  await tap('Copy password')
  await expect.element(screen.getByText('Failed to copy')).toBeVisible()
  expect(write).toHaveBeenLastCalledWith('Np48x2kd')
})

test('a reset asks first, then holds the new password', async () => {
  const { screen, tap } = await show('PG')
  await tap('Reset password')
  expect(calls.some(({ path }) => path.includes('reset'))).toBe(false)
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Reset password' }).click()
  await expect.element(screen.getByText('The game has a new password')).toBeVisible()
  await tap('Show password')
  await expect.element(screen.getByText('New99')).toBeVisible()
})

test('transfer and play moves the whole wallet once, then opens the link', async () => {
  const { screen } = await show('PG')
  const button = screen.getByRole('button', { name: 'Transfer all and play' })
  await expect.element(button).toHaveAccessibleDescription('Moves your whole wallet, 8,230.00 ฿')
  const element = button.element() as HTMLButtonElement
  element.click()
  element.click()
  await vi.waitFor(() => expect(tabs).toEqual([{ closed: false, went: 'https://naga.example/once' }]))
  expect(moves()).toEqual([{ path: '/api/wallet/transferAll', body: { to: 'PG' } }])
  expect(calls.at(-1)?.path).toBe('/api/autoLogin/pg/chp0812345678')
})

test('a sign-in page gets the credentials as a posted form', async () => {
  const { tap } = await show('JOKER')
  await tap('Web')
  const went = 'post https://moon.example/in username=chp0812345678&password=Np48x2kd'
  await vi.waitFor(() => expect(tabs).toEqual([{ closed: false, went }]))
  expect(moves()).toEqual([])
})

test('a refused transfer opens nothing and says so', async () => {
  refusals['/api/wallet/transferAll'] = 'TRANSFER_FAIL'
  const { screen, tap } = await show('PG')
  await tap('Transfer all and play')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The money is back in your wallet')
  expect(tabs).toEqual([{ closed: true }])
})

test('a game that does not open after the money moved says where the money is', async () => {
  refusals['/api/autoLogin'] = 'GAME_ACTIVATION_FAIL'
  const { screen, tap } = await show('PG')
  await tap('Transfer all and play')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Your money is in the game')
  expect(tabs).toEqual([{ closed: true }])
})

test('a blocked tab leaves a link to tap', async () => {
  blocked = true
  const { screen, tap } = await show('PG')
  await tap('Transfer all and play')
  const link = screen.getByRole('link', { name: 'Open the game' })
  await expect.element(link).toHaveAttribute('href', 'https://naga.example/once')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(screen.getByRole('button', { name: 'Transfer all and play' }).query()).toBeNull()
})

test('with an empty wallet, or zero typed, it only plays', async () => {
  const { screen, tap, amount } = await show('PG')
  await amount.fill('0')
  await tap('Play')
  await vi.waitFor(() => expect(tabs).toHaveLength(1))
  await screen.unmount()
  cash = 0
  const empty = await show('PG')
  await empty.tap('Play')
  await vi.waitFor(() => expect(tabs).toHaveLength(2))
  expect(moves()).toEqual([])
})

test.each(['', '0', '-5'])(
  'transfer only with %j asks for an amount and does nothing else',
  async (typed) => {
    const { tap, amount } = await show('PG')
    await amount.fill(typed)
    await tap('Transfer only')
    await expect.element(amount).toHaveFocus()
    await expect.element(amount).not.toHaveAttribute('aria-invalid', 'true')
    expect(moves()).toEqual([])
  },
)

test('transfer only moves what was typed and says what will be left', async () => {
  const { screen, tap, amount } = await show('PG')
  await amount.fill('๕๐๐.๒๕')
  await expect.element(screen.getByText('Your wallet will then hold 7,729.75 ฿')).toBeVisible()
  await tap('Transfer only')
  await expect.element(screen.getByText('500.25 ฿ is in Naga')).toBeVisible()
  expect(moves()).toEqual([
    { path: '/api/wallet/transfer', body: { from: 'WALLET', to: 'PG', amount: 500.25 } },
  ])
  expect(tabs).toEqual([])
})

test('more than there is stays here', async () => {
  const { screen, tap, amount } = await show('PG')
  await tap('All')
  await expect.element(amount).toHaveValue('8,230.00')
  await amount.fill('8230.01')
  await tap('Transfer only')
  await expect
    .element(screen.getByText('There is not enough money for this. Please enter less.'))
    .toBeVisible()
  expect(moves()).toEqual([])
})

test('covered amounts show nowhere in the sheet', async () => {
  const { screen, tap, amount } = await show('PG', true)
  await amount.fill('99999')
  await tap('Transfer only')
  await expect
    .element(screen.getByText('There is not enough money for this.', { exact: false }))
    .toBeVisible()
  expect(screen.baseElement.innerHTML).not.toMatch(/1,250|8,230|8230/)
})

test('moving out is left to the caller', async () => {
  const { tap, onMoveOut } = await show('PG')
  await tap('To wallet')
  expect(onMoveOut).toHaveBeenCalledWith('PG')
})

test('a game that is not in the wallet is told', async () => {
  const { screen } = await show('GONE')
  await expect.element(screen.getByText('This game is not here')).toBeVisible()
})
