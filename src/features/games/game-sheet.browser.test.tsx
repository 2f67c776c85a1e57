import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { stubFetch } from '#data/test-screen.tsx'
import { store } from '#lib/store.ts'
import { AmountPrivacy } from '#ui/amount.tsx'
import { toastsAtom } from '#ui/toast.ts'
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
  { code: 'SHUT', name: 'River', category: 'slot', amount: 75, isActive: true, closed: true, web: '' },
  { code: 'NEW', name: 'Forest', category: 'sport', amount: 0, isActive: false, web: 'javascript:alert(1)' },
]

let cash: number
let calls: { path: string; body?: unknown }[]
let refusals: Record<string, string>
/** Set: the transfer's answer is lost, and this is the status that the server reports afterwards. */
let lostThen: string | undefined
let password: string
const moves = () => calls.filter(({ path }) => path.startsWith('/api/wallet/transfer'))

/** What happened to the tabs that were opened. */
let tabs: { went?: string; closed: boolean }[]
let blocked: boolean

beforeEach(() => {
  cash = 8230
  calls = []
  refusals = {}
  lostThen = undefined
  password = 'Np48x2kd'
  tabs = []
  blocked = false
  stubFetch(async (input, init = {}) => {
    const path = new URL(String(input), location.href).pathname
    calls.push({ path, ...(init.body ? { body: JSON.parse(String(init.body)) as unknown } : {}) })
    const refusal = Object.entries(refusals).find(([start]) => path.startsWith(start))
    if (refusal) return Response.json({ message: refusal[1] }, { status: 400 })
    if (path.startsWith('/api/autoLogin')) return Response.json({ link: 'https://naga.example/once' })
    if (path.startsWith('/api/acts'))
      return Response.json({ status: lostThen, reply: { message: 'SUCCESS' } })
    if (lostThen && path === '/api/wallet/transferAll') throw new TypeError('Failed to fetch')
    if (path.includes('resetpassword')) password = 'New99'
    if (/account|activate|resetpassword/.test(path))
      return Response.json({ username: 'chp0812345678', password })
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
  store.set(toastsAtom, [])
  Reflect.deleteProperty(navigator, 'standalone')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(code: string, hidden = false) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const onMoveOut = vi.fn<(code: string) => void>()
  const screen = await render(
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <AmountPrivacy hidden={hidden} label="Amount hidden">
            <GameSheet code={code} onClose={vi.fn<() => void>()} onMoveOut={onMoveOut} />
            <Toaster label="Messages" closeLabel="Dismiss" />
          </AmountPrivacy>
        </QueryClientProvider>
      </I18nProvider>
    </Provider>,
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

test('a closed game says so: its money can be moved out, but none in', async () => {
  const { screen, onMoveOut } = await show('SHUT')
  await expect.element(screen.getByText('This game is closed')).toBeVisible()
  await screen.getByRole('button', { name: 'To wallet' }).click()
  await expect.poll(() => onMoveOut).toHaveBeenCalledWith('SHUT')
  expect(screen.getByRole('spinbutton').elements()).toEqual([])
  expect(screen.getByRole('textbox').elements()).toEqual([])
  expect(screen.getByText('Play without transfer').elements()).toEqual([])
})

test('a game without an account is activated first', async () => {
  const { screen } = await show('NEW')
  await expect.element(screen.getByText('Sport + Casino')).toBeVisible()
  expect(screen.getByText('Username').query()).toBeNull()
  const button = screen.getByRole('button', { name: 'Activate' }).element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.element(screen.getByText('Username')).toBeVisible()
  await expect.poll(() => calls.filter(({ path }) => path.includes('activate'))).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Transfer all and play' }).query(), 'no page to open').toBeNull()
})

test('a refused activation says why', async () => {
  refusals['/api/wallet/activate'] = 'SLOT_ACTIVATE_FAIL'
  const { screen, tap } = await show('NEW')
  await tap('Activate')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('could not be opened')
})

/** Every place where the app could still keep the credentials. */
const remembered = (client: QueryClient) => {
  const states = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()].map(
    ({ state }) => state,
  )
  return JSON.stringify([states, { ...localStorage }, { ...sessionStorage }, document.body.innerHTML])
}

test('username and password are fetched on demand, and kept nowhere afterwards', async () => {
  const { screen, tap, client } = await show('PG')
  await expect.element(screen.getByText('In this game')).toBeVisible()
  expect(calls.some(({ path }) => path.includes('account'))).toBe(false)
  await tap('Show username and password')
  await expect.element(screen.getByText('chp0812345678')).toBeVisible()
  await expect.element(screen.getByText('Np48x2kd')).toBeVisible()
  await tap('Hide username and password')
  await expect.element(screen.getByRole('button', { name: 'Show username and password' })).toHaveFocus()
  expect(remembered(client)).not.toMatch(/Np48x2kd|chp0812345678/u)
  await tap('Show username and password')
  await expect.element(screen.getByText('Np48x2kd')).toBeVisible()
  await screen.unmount()
  await expect.poll(() => remembered(client)).not.toMatch(/Np48x2kd|chp0812345678/u)
})

test('credentials that cannot be fetched say why, and can be fetched again', async () => {
  refusals['/api/wallet/account'] = 'SLOT_NO_ACCOUNT'
  const { screen, tap } = await show('PG')
  await tap('Show username and password')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  refusals = {}
  await tap('Try again')
  await expect.element(screen.getByText('Np48x2kd')).toBeVisible()
})

test('username and password are copied without being shown', async () => {
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
  const { screen, tap } = await show('PG')
  await tap('Copy password')
  await expect.element(screen.getByText('Copied: ••••••••')).toBeVisible()
  const [item] = write.mock.lastCall?.[0] ?? []
  expect(await (await item?.getType('text/plain'))?.text()).toBe('Np48x2kd')
  expect(screen.getByText('Np48x2kd').elements()).toEqual([])
})

test('copying says what was copied, or that it failed', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen, tap } = await show('PG')
  await tap('Show username and password')
  await tap('Copy username')
  await expect.element(screen.getByText('Copied: chp0812345678')).toBeVisible()
  write.mockRejectedValue(new Error('no'))
  await tap('Copy password')
  await expect.element(screen.getByText('Failed to copy')).toBeVisible()
  expect(write).toHaveBeenLastCalledWith('Np48x2kd')
})

test.each([false, true])(
  'a reset asks first, then shows the new password (shown before: %s)',
  async (before) => {
    const { screen, tap, client } = await show('PG')
    if (before) await tap('Show username and password')
    await tap('Reset password')
    expect(calls.some(({ path }) => path.includes('reset'))).toBe(false)
    const confirm = screen.getByRole('alertdialog').getByRole('button', { name: 'Reset password' })
    await expect.element(confirm).toBeVisible()
    const button = confirm.element() as HTMLButtonElement
    button.click()
    button.click()
    await expect.element(screen.getByText('The game has a new password')).toBeVisible()
    await expect.element(screen.getByText('New99')).toBeVisible()
    expect(screen.getByText('The game has a new password').elements()).toHaveLength(1)
    await expect.poll(() => calls.filter(({ path }) => path.includes('reset'))).toHaveLength(1)
    await screen.unmount()
    await expect.poll(() => remembered(client)).not.toContain('New99')
  },
)

test('transfer and play shows the amount, moves the whole wallet once, then opens the link', async () => {
  const { screen, tap } = await show('PG')
  const button = screen.getByRole('button', { name: 'Transfer all and play' })
  await expect.element(button).toHaveAccessibleDescription('Moves your whole wallet, 8,230.00 ฿')
  cash = 9000
  await button.click()
  const question = screen.getByRole('alertdialog', { name: 'Move 9,000.00 ฿ to Naga?' })
  await expect.element(question).toBeVisible()
  expect([tabs, moves()]).toEqual([[], []])
  await tap('Not now')
  await expect.element(question).not.toBeInTheDocument()
  await button.click()
  const confirm = screen.getByRole('button', { name: 'Transfer and play', exact: true })
  await expect.element(confirm).toBeVisible()
  const element = confirm.element() as HTMLButtonElement
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
  expect(tabs, 'the second of two taps on the first button').toEqual([])
  element.click()
  element.click()
  await expect.poll(() => tabs).toEqual([{ closed: false, went: 'https://naga.example/once' }])
  await expect.poll(moves).toEqual([{ path: '/api/wallet/transferAll', body: { to: 'PG' } }])
  // The wallet is fetched again whenever the phone becomes active.
  await expect
    .poll(() => calls.findLast(({ path }) => path !== '/api/wallet')?.path)
    .toBe('/api/autoLogin/pg/chp0812345678')
})

test('after a lost answer nothing opens until the outcome is known', async () => {
  lostThen = 'done'
  const { screen, transferAndPlay } = await show('PG')
  await transferAndPlay()
  await expect
    .element(screen.getByText('The connection was lost while we waited for the answer', { exact: false }))
    .toBeVisible()
  await expect.poll(() => tabs).toEqual([{ closed: true }])
  await expect.element(screen.getByRole('link', { name: 'Open the game' })).toBeVisible()
  await expect.poll(() => tabs).toEqual([{ closed: true }])
  await expect.poll(moves).toHaveLength(1)
})

test('a lost transfer that failed opens nothing', async () => {
  lostThen = 'failed'
  const { screen, transferAndPlay } = await show('PG')
  await transferAndPlay()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.poll(() => tabs).toEqual([{ closed: true }])
  expect(calls.some(({ path }) => path.startsWith('/api/autoLogin'))).toBe(false)
})

test('a sign-in page receives the credentials as a posted form', async () => {
  const { tap } = await show('JOKER')
  await tap('Web')
  const went = 'post https://moon.example/in username=chp0812345678&password=Np48x2kd'
  await expect.poll(() => tabs).toEqual([{ closed: false, went }])
  expect(moves()).toEqual([])
})

test('a refused transfer opens nothing and says so', async () => {
  refusals['/api/wallet/transferAll'] = 'TRANSFER_FAIL'
  const { screen, transferAndPlay } = await show('PG')
  await transferAndPlay()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The money is where it was before')
  await expect.poll(() => tabs).toEqual([{ closed: true }])
})

test('of two failed tries the last alone is told', async () => {
  refusals['/api/wallet/transfer'] = 'TRANSFER_FAIL'
  const { screen, tap, transferAndPlay, amount } = await show('PG')
  const alerts = () => screen.getByRole('alert').elements().length
  await amount.fill('50')
  await tap('Transfer 50.00 ฿')
  await expect.poll(() => moves().length).toBe(1)
  await expect.poll(alerts).toBe(1)
  await transferAndPlay()
  await expect.poll(() => moves().length).toBe(2)
  await expect.poll(alerts).toBe(1)
  await expect.poll(() => tabs).toEqual([{ closed: true }])
  await expect.poll(alerts).toBe(1)
  await tap('Transfer 50.00 ฿')
  await expect.poll(() => moves().length).toBe(3)
  await expect.poll(alerts).toBe(1)
})

test('a game that does not open after the money moved says where the money is', async () => {
  refusals['/api/autoLogin'] = 'GAME_ACTIVATION_FAIL'
  const { screen, transferAndPlay } = await show('PG')
  await transferAndPlay()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Your money is in the game')
  await expect.poll(() => tabs).toEqual([{ closed: true }])
})

test.each(['blocked', 'on the home screen of an iPhone', "in another app's browser"])(
  'a tab that cannot be opened leaves a link to tap: %s',
  async (where) => {
    if (where === 'blocked') blocked = true
    else if (where.includes('iPhone')) Object.assign(navigator, { standalone: true })
    else
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14; wv) Line/14.1')
    const { screen, transferAndPlay } = await show('PG')
    await transferAndPlay()
    const link = screen.getByRole('link', { name: 'Open the game' })
    await expect.element(link).toHaveAttribute('href', 'https://naga.example/once')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(link).toHaveAttribute('target', '_blank')
    const here = screen.getByRole('link', { name: 'Open it in this window' })
    await expect.element(here).toHaveAttribute('target', '_self')
    expect(screen.getByRole('button', { name: 'Transfer all and play' }).query()).toBeNull()
    expect(tabs).toEqual([])
  },
)

test('with an empty wallet, or zero typed, it only opens the game', async () => {
  const { screen, tap, amount } = await show('PG')
  await amount.fill('0')
  await tap('Play')
  await expect.poll(() => tabs).toHaveLength(1)
  await screen.unmount()
  cash = 0
  const empty = await show('PG')
  await empty.tap('Play')
  await expect.poll(() => tabs).toHaveLength(2)
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

test('the gold button says what it does: all and play, or the amount that is typed', async () => {
  const { screen, amount } = await show('PG')
  const isGold = (name: string) => {
    const button = screen.getByRole('button', { name, exact: true }).element()
    return getComputedStyle(button).backgroundImage !== 'none'
  }
  await expect.element(amount).toBeVisible()
  expect([isGold('Transfer all and play'), isGold('Transfer only')]).toEqual([true, false])
  const place = () => {
    const last = screen
      .getByRole('button', { name: /^Transfer/u })
      .last()
      .element()
    return last.getBoundingClientRect().top - amount.element().getBoundingClientRect().top
  }
  const before = place()
  await amount.fill('100')
  expect([isGold('Transfer all and play'), isGold('Transfer 100.00 ฿')]).toEqual([false, true])
  await expect
    .element(screen.getByRole('button', { name: 'Transfer all and play' }))
    .toHaveAccessibleDescription(/whole wallet, 8,230\.00/u)
  expect(place()).toBeCloseTo(before, 0)
  await amount.fill('99999')
  expect([isGold('Transfer all and play'), isGold('Transfer only')]).toEqual([false, true])
  await amount.fill('')
  expect([isGold('Transfer all and play'), isGold('Transfer only')]).toEqual([true, false])
  expect(place()).toBeCloseTo(before, 0)
})

test('transfer only moves the typed amount and says what will be left', async () => {
  const { screen, amount } = await show('PG')
  await amount.fill('๕๐๐.๒๕')
  await expect.element(screen.getByText('Your wallet will then hold 7,729.75 ฿')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Transfer 500.25 ฿' }).element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.element(screen.getByText('500.25 ฿ is in Naga')).toBeVisible()
  expect(screen.getByText('500.25 ฿ is in Naga').elements()).toHaveLength(1)
  await expect
    .poll(moves)
    .toEqual([{ path: '/api/wallet/transfer', body: { from: 'WALLET', to: 'PG', amount: 500.25 } }])
  expect(tabs).toEqual([])
})

test('more than the wallet holds is refused before sending', async () => {
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

test('hidden amounts are shown nowhere in the sheet', async () => {
  const { screen, tap, amount } = await show('PG', true)
  await amount.fill('99999')
  await tap('Transfer only')
  await expect
    .element(screen.getByText('There is not enough money for this.', { exact: false }))
    .toBeVisible()
  expect(screen.baseElement.innerHTML).not.toMatch(/1,250|8,230|8230/)
})

test('moving money out is left to the caller', async () => {
  const { tap, onMoveOut } = await show('PG')
  await tap('To wallet')
  await expect.poll(() => onMoveOut).toHaveBeenCalledWith('PG')
})

test('a game that is not in the wallet shows a message', async () => {
  const { screen } = await show('GONE')
  await expect.element(screen.getByText('This game is not here')).toBeVisible()
})
