import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { passTime, stubFetch } from '#components/test-screen.tsx'
import { type QrChannel, qrChannels } from '#api/contract/qr-channels.ts'
import type { WaitingQr } from '#api/contract/qrcode.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'
import { homeNoticeAtom } from '#data/home-notice.ts'
import { qrQueryOptions } from '#data/deposit/qr-queries.ts'
import { endSession, signIn } from '#data/session/session.ts'
import { spinActiveQueryOptions } from '#data/rewards/spin-queries.ts'
import { followQrs } from '#data/deposit/waiting-qrs.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { announcedSoFar, noteExtensions } from '#lib/network/api-extensions.ts'
import { noteServerDate, resetServerClock } from '#lib/dates/clock.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { AmountPrivacy } from '#ui/amount.tsx'
import { preferMotion, withMotion } from '#ui/test-motion.ts'
import { HomeNotices } from './home-notices.tsx'
import { HomeScreen } from './home-screen.tsx'

withMotion()

i18n.loadAndActivate({ locale: 'en', messages: {} })

const wallet = (cash: number) => ({
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z', coin: 5 },
  wallet: { amount: cash },
  invite: { amount: 350, success: 'ยินดีด้วย', fail: '' },
  slots: [{ code: 'PG', name: 'Naga', category: 'slot', amount: playing, isActive: true }],
  moving,
})

const qr = (amount: number, left: number) => ({
  hasQrcode: true as const,
  qrcodeId: `q${amount}`,
  qrcode: '',
  amount,
  expireIn: Date.now() + left,
  message: '',
})

/** A row of the statement, made `since` ms from now. */
const deposit = (amount: number, since: number) => ({
  _id: `s${amount}`,
  statementType: 'deposit',
  from: 'KBANK',
  to: 'WALLET',
  amount,
  status: 'SUCCESS',
  createdAt: new Date(Date.now() + since).toISOString(),
})

let cash: number
let playing: number
let moving: number | undefined
let stop: (() => void) | undefined
let reach: 'up' | 'broken'
let claims: number
let isClaimLost: boolean
let hasWheel: boolean
let statements: object[] | undefined

beforeEach(() => {
  cash = 8230
  playing = 1250.5
  moving = undefined
  reach = 'up'
  claims = 0
  isClaimLost = false
  hasWheel = true
  statements = []
  stubFetch(async (input) => {
    const path = new URL(String(input), location.href).pathname
    if (reach === 'broken') return Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
    if (path === '/api/invite/bonus') claims += 1
    if (isClaimLost && path === '/api/invite/bonus') throw new TypeError('Failed to fetch')
    if (path.startsWith('/api/acts/')) return Response.json({ status: 'unknown' })
    if (path === '/api/statement') {
      if (!statements) return Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
      return Response.json({ total: statements.length, statements })
    }
    if (path.startsWith('/api/qrcode/')) return new Promise(() => undefined)
    if (path === '/api/spinwheel/active') return Response.json({ active: hasWheel })
    return Response.json(path.startsWith('/api/wallet') ? wallet(cash) : { message: 'OK' })
  })
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  store.set(balanceHiddenAtom, RESET)
  endSession()
  store.set(connectionAtom, 'online')
})

function Covered({ children }: { children: React.ReactNode }) {
  return (
    <AmountPrivacy hidden={useAtomValue(balanceHiddenAtom)} label="Amount hidden">
      {children}
    </AmountPrivacy>
  )
}

async function show(known?: { minutesAgo: number }, qrs: Partial<Record<QrChannel, WaitingQr>> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  if (known) {
    const updatedAt = Date.now() - known.minutesAgo * 60_000
    client.setQueryData(walletQueryOptions.queryKey, v.parse(getWallet.reply, wallet(cash)), { updatedAt })
  }
  for (const channel of qrChannels) {
    const waiting = qrs[channel]
    if (waiting) client.setQueryData(qrQueryOptions(channel).queryKey, waiting)
  }
  stop = followQrs(client)
  const onOpen = vi.fn<() => void>()
  const onQr = vi.fn<(channel: QrChannel) => void>()
  const onStatement = vi.fn<() => void>()
  const home = (isCovered: boolean) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Covered>
          <HomeScreen
            notices={<HomeNotices covered={isCovered} onQr={onQr} onStatement={onStatement} />}
            onOpen={onOpen}
          >
            {({ slots, stale }) => `${slots.length} games, ${stale}`}
          </HomeScreen>
        </Covered>
      </QueryClientProvider>
    </I18nProvider>
  )
  const screen = await render(home(false))
  const cover = (isCovered: boolean) => screen.rerender(home(isCovered))
  return {
    screen,
    cover,
    client,
    onOpen,
    onQr,
    onStatement,
    card: screen.getByRole('region', { name: 'Wallet' }),
  }
}

test('adds up cash and games, and opens the wheel from the coins', async () => {
  const { screen, card, onOpen } = await show()
  await expect.element(card).toHaveTextContent('9,480.50')
  await expect.element(card).toHaveTextContent(/Cash8,230\.00In games1,250\.50/)
  await expect.element(card).toHaveTextContent(/Updated \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
  await screen.getByRole('button', { name: '5 coins' }).click()
  await expect.poll(() => onOpen).toHaveBeenCalledWith('spin')
})

test('money on its way is told from the start, keeps its place once it has arrived, and leads to the statement', async () => {
  moving = 300
  const { screen, cover, onStatement } = await show()
  const line = screen.getByRole('button', { name: 'On its way' })
  await expect.element(screen.getByText('300.00')).toBeVisible()
  await line.click()
  await expect.poll(() => onStatement).toHaveBeenCalledOnce()
  moving = 0
  await screen.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(screen.getByText('300.00')).not.toBeInTheDocument()
  await expect.element(line).toBeVisible()
  await cover(true)
  await expect.element(line).not.toBeInTheDocument()
})

test('what sets out while the page is in sight moves nothing: it is told once a modal has covered the page', async () => {
  const { screen, cover, client, card } = await show()
  await expect.element(card).toHaveTextContent('9,480.50')
  moving = 300
  cash = 7930
  await screen.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(card).toHaveTextContent('9,180.50')
  expect(screen.getByText('On its way').query()).toBeNull()
  await cover(true)
  await cover(false)
  await expect.element(screen.getByText('On its way')).toBeVisible()
  expect(client.getQueryData(walletQueryOptions.queryKey)?.moving).toBe(300_00)
})

test.each([
  ['cash only', 100, 0, [1, 0]],
  ['games only', 0, 100, [0, 1]],
  ['nothing at all', 0, 0, [0, 1]],
  ['a quarter in games', 75, 25, [0.75, 0.25]],
] as const)(
  'the bar of cash and games is whole where one of them is empty: %s',
  async (_, held, inGame, shares) => {
    cash = held
    playing = inGame
    const { card } = await show()
    await expect.element(card).toHaveTextContent(`In games${inGame}.00`)
    const [first, second] = [...card.element().querySelectorAll('[aria-hidden] > i')].map((part) =>
      part.getBoundingClientRect(),
    )
    const bar = second!.right - first!.left
    const gap = shares.some((share) => share === 0) ? 0 : 3
    expect(second!.left - first!.right).toBeCloseTo(gap, 0)
    expect([first!.width, second!.width].map((width) => width / (bar - gap))).toEqual(
      shares.map((share) => expect.closeTo(share, 2)),
    )
  },
)

test('without a wheel the card has no coins', async () => {
  hasWheel = false
  const { screen, client, card } = await show()
  await expect.element(card).toHaveTextContent('9,480.50')
  await expect.poll(() => client.getQueryData(spinActiveQueryOptions.queryKey)).toEqual({ active: false })
  await expect.element(screen.getByText(/coins/u)).not.toBeInTheDocument()
})

test('hidden amounts reveal nothing: no digit, no length, no proportion', async () => {
  const { screen, card } = await show()
  // Everything that loads by itself must be there before changes are compared.
  await expect.element(screen.getByRole('button', { name: '5 coins' })).toBeVisible()
  await screen.getByRole('button', { name: 'Hide amounts' }).click()
  await expect.element(screen.getByRole('button', { name: 'Show amounts' })).toBeVisible()
  const covered = () => card.element().outerHTML.replaceAll(/Updated [\d/: ]+|<svg.*?<\/svg>/g, '')
  expect(covered()).not.toMatch(/\d[\d,]*\.\d\d|8,?230|1,?250/)
  const little = covered()

  cash = 1
  await screen.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(screen.getByText('Your balance has changed.')).toBeInTheDocument()
  // The button spins until the rest of the page has been fetched too.
  await expect.poll(() => covered().replace('Your balance has changed.', '')).toBe(little)
})

test('announces a change, but not the balance from the start', async () => {
  const { screen, card } = await show()
  await expect.element(card).toHaveTextContent('9,480.50')
  expect(screen.getByText(/Your balance is now/).query()).toBeNull()
  cash = 8330
  await screen.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(screen.getByText('Your balance is now 9,580.50 ฿.')).toBeInTheDocument()
})

test('arriving money plays one round of ripples; leaving money and a hidden balance play none', async () => {
  const { screen, card } = await show()
  await expect.element(card).toHaveTextContent('9,480.50')
  let rounds = 0
  card.element().addEventListener('animationstart', (event) => {
    if (!(event instanceof AnimationEvent) || event.pseudoElement !== '') return
    if (event.animationName.includes('open')) rounds += 1
  })
  const refresh = async (next: number, shown: string) => {
    cash = next
    await screen.getByRole('button', { name: 'Refresh' }).click()
    await expect.element(card).toHaveTextContent(shown)
  }
  await refresh(8330, '9,580.50')
  await expect.poll(() => rounds).toBe(1)
  await refresh(8000, '9,250.50')
  await screen.getByRole('button', { name: 'Hide amounts' }).click()
  await refresh(9000, 'Your balance has changed.')
  await screen.getByRole('button', { name: 'Show amounts' }).click()
  await refresh(9001, '10,251.50')
  await expect.poll(() => rounds).toBe(2)
})

test('a balance that grows counts up once, in the width that it ends with; with reduced motion it does not', async () => {
  const { screen, card } = await show()
  await expect.element(card).toHaveTextContent('9,480.50')
  const unit = [...card.element().querySelectorAll('p > span')].at(-1)
  const seen: { figure: string; unitAt: number }[] = []
  const observer = new MutationObserver(() => {
    const figure = card.element().querySelector('p')?.textContent ?? ''
    if (figure !== seen.at(-1)?.figure) seen.push({ figure, unitAt: unit?.getBoundingClientRect().left ?? 0 })
  })
  observer.observe(card.element(), { subtree: true, childList: true, characterData: true })
  const grow = async (next: number, shown: string) => {
    seen.length = 0
    cash = next
    await screen.getByRole('button', { name: 'Refresh' }).click()
    await expect.element(card.getByText(shown, { exact: true })).toBeVisible()
    return seen.map(({ figure }) => Number(figure.replace(/[^\d.]/gu, '')))
  }
  const figures = await grow(108_230, '109,480.50')
  expect(figures.length, 'steps that were seen').toBeGreaterThan(2)
  expect(figures).toEqual([...figures].sort((one, other) => one - other))
  const [, ...moving] = seen.map(({ unitAt }) => unitAt)
  expect(new Set(moving).size, 'places of the unit').toBe(1)

  await preferMotion('reduce')
  const atOnce = await grow(208_230, '209,480.50')
  expect(atOnce.filter((figure) => figure !== 109_480.5)).toEqual([209_480.5])
  observer.disconnect()
})

test('an outdated balance shows its time and is greyed out', async () => {
  const fresh = await show()
  await expect.element(fresh.card).toHaveTextContent('9,480.50')
  const blue = getComputedStyle(fresh.card.element()).backgroundImage
  await fresh.screen.unmount()

  reach = 'broken'
  const { card, screen } = await show({ minutesAgo: 27 })
  await expect.element(card).toHaveTextContent(/As of \d\d\/\d\d\/\d{4} \d\d:\d\d · 27 minutes ago/)
  await expect.element(screen.getByText('1 games, true')).toBeVisible()
  expect(getComputedStyle(card.element()).backgroundImage).not.toBe(blue)
})

test('without any balance it says so and offers a retry', async () => {
  reach = 'broken'
  const { screen, card } = await show()
  await expect.element(screen.getByText('Your wallet could not be loaded')).toBeVisible()
  reach = 'up'
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(card).toHaveTextContent('9,480.50')
})

test('the longest balance fits a narrow phone', async () => {
  cash = 9_999_999_999_999.99
  const { card } = await show()
  await expect.element(card).toHaveTextContent('10,000,000,001,250.49')
  const figure = card.element().querySelector('p')!
  expect(figure.scrollWidth).toBeLessThanOrEqual(figure.clientWidth)
})

test('on a phone the bonus card swaps places with the cash card; a double tap claims the bonus once', async () => {
  const { screen, card } = await show()
  const receive = screen.getByRole('button', { name: 'Claim bonus' })
  await expect.element(card).toBeVisible()
  expect(receive.query()).toBeNull()
  await screen.getByRole('button', { name: /Invite bonus 350\.00 ฿ Switch cards/ }).click()
  await expect.element(receive).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Hide amounts' })).not.toBeInTheDocument()
  const button = receive.element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.poll(() => claims).toBe(1)
})

test.each([
  ['offline', 'You can claim it once you are back online.'],
  ['down', 'The service does not answer. Please try again in a moment.'],
] as const)(
  'while the connection is %s the bonus cannot be claimed, and the card says why',
  async (is, why) => {
    const { screen } = await show()
    await screen.getByRole('button', { name: /Invite bonus 350\.00 ฿ Switch cards/ }).click()
    const receive = screen.getByRole('button', { name: 'Claim bonus' })
    await expect.element(receive).toBeEnabled()
    store.set(connectionAtom, is)
    await expect.element(receive).toBeDisabled()
    await expect.element(screen.getByText(why)).toBeVisible()
  },
)

test('a claim that may still arrive can be asked about again, and put away', async () => {
  const announced = announcedSoFar()
  onTestFinished(() => {
    noteExtensions(announced)
    resetServerClock()
  })
  noteExtensions('')
  noteServerDate(new Date().toUTCString(), Date.now(), Date.now())
  isClaimLost = true
  const { screen } = await show()
  await screen.getByRole('button', { name: /Invite bonus 350\.00 ฿ Switch cards/ }).click()
  const receive = screen.getByRole('button', { name: 'Claim bonus' })
  await expect.element(receive).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;(receive.element() as HTMLElement).click()
  const close = screen.getByRole('button', { name: 'Close' })
  while (!close.query()) await passTime(1000)
  vi.useRealTimers()
  await expect.element(screen.getByText('It may still arrive', { exact: false })).toBeVisible()
  const again = screen.getByRole('button', { name: 'Check again' })
  await expect.element(again).toBeEnabled()
  store.set(connectionAtom, 'offline')
  await expect.element(again).toBeDisabled()
  await close.click()
  await expect.element(receive).toBeVisible()
  expect(claims).toBe(1)
})

test('a claim whose outcome can never be known says so, and is put away', async () => {
  isClaimLost = true
  const { screen } = await show()
  await screen.getByRole('button', { name: /Invite bonus 350\.00 ฿ Switch cards/ }).click()
  const receive = screen.getByRole('button', { name: 'Claim bonus' })
  await expect.element(receive).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  ;(receive.element() as HTMLElement).click()
  const again = screen.getByRole('button', { name: 'Check again' })
  while (!again.query()) await passTime(1000)
  expect(document.body.textContent).toContain('We do not know yet whether the bonus arrived.')
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  ;(again.element() as HTMLElement).click()
  const close = screen.getByRole('button', { name: 'Close' })
  while (!close.query()) await passTime(500)
  vi.useRealTimers()
  await expect
    .element(screen.getByText('The result can no longer be checked.', { exact: false }))
    .toBeVisible()
  expect(document.body.textContent).not.toContain('We do not know yet')
  expect(again.query()).toBeNull()
  store.set(connectionAtom, 'offline')
  await close.click()
  store.set(connectionAtom, 'online')
  await expect.element(receive).toBeEnabled()
})

test('every pending QR is shown with amount and time left, and opens at its channel', async () => {
  const qrs = { KBANK: qr(100_00, 599_000), WW: qr(250_00, 58_000) }
  const { screen, onQr, card } = await show({ minutesAgo: 0 }, qrs)
  const lines = screen.getByRole('listitem')
  await expect.element(lines.nth(0)).toHaveTextContent(/^QR waiting to be paid100\.00 ฿09:\d\d$/)
  await expect.element(lines.nth(1)).toHaveTextContent(/^QR waiting to be paid250\.00 ฿00:\d\dLess than one/)
  expect(lines.nth(0).element().getBoundingClientRect().top).toBeGreaterThan(
    card.element().getBoundingClientRect().bottom,
  )
  await lines.nth(1).getByRole('button', { name: 'QR waiting to be paid' }).click()
  await expect.poll(() => onQr).toHaveBeenCalledExactlyOnceWith('WW')
  await screen.getByRole('button', { name: 'Hide amounts' }).click()
  await expect.element(lines.nth(1)).not.toHaveTextContent('250')
})

test('an expired QR stays in its place as expired: nothing below it moves', async () => {
  statements = [deposit(100, -60_000), deposit(99, 0)]
  const { screen, client, onQr } = await show({ minutesAgo: 0 }, { KBANK: qr(100_00, 599_000) })
  const line = screen.getByRole('listitem')
  await expect.element(line).toHaveTextContent('QR waiting to be paid')
  const { height } = line.element().getBoundingClientRect()
  client.setQueryData(qrQueryOptions('KBANK').queryKey, { hasQrcode: false, message: '' })
  await expect.element(line).toHaveTextContent('The QR is no longer open')
  expect(line.element().getBoundingClientRect().height).toBe(height)
  expect(line.getByRole('timer').query()).toBeNull()
  await expect.poll(() => client.getQueryState(statementQueryOptions().queryKey)?.status).toBe('success')
  await line.getByRole('button').click()
  await expect.poll(() => onQr).toHaveBeenCalledExactlyOnceWith('KBANK')
})

test('a QR that was paid says so in its place, with what came in, and leads to the statement', async () => {
  signIn('token-1', false)
  const { screen, client, onQr, onStatement } = await show({ minutesAgo: 0 }, { KBANK: qr(100_00, 599_000) })
  const line = screen.getByRole('listitem')
  await expect.element(line).toHaveTextContent('QR waiting to be paid')
  const { height } = line.element().getBoundingClientRect()
  statements = [deposit(100, 0)]
  client.setQueryData(qrQueryOptions('KBANK').queryKey, { hasQrcode: false, message: '' })
  await expect.element(line).toHaveTextContent(/^Credited\+100\.00 ฿$/)
  expect(line.element().getBoundingClientRect().height).toBe(height)
  await line.getByRole('button', { name: 'Credited' }).click()
  await expect.poll(() => onStatement).toHaveBeenCalledOnce()
  expect(onQr, 'the form, which invites to pay again').not.toHaveBeenCalled()
})

test('of two QRs of one amount the one that was paid says so, not the other', async () => {
  signIn('token-1', false)
  const codes = { KBANK: { ...qr(100_00, 599_000), qrcodeId: 'own' }, WW: qr(100_00, 599_000) }
  const { screen, client } = await show({ minutesAgo: 0 }, codes)
  const lines = screen.getByRole('listitem')
  await expect.element(lines.nth(1)).toHaveTextContent('QR waiting to be paid')
  statements = [{ ...deposit(100, 0), qrcodeId: 'own' }]
  for (const channel of ['KBANK', 'WW'] as const)
    client.setQueryData(qrQueryOptions(channel).queryKey, { hasQrcode: false, message: '' })
  await expect.element(lines.first()).toHaveTextContent('Credited')
  await expect.element(lines.nth(1)).toHaveTextContent('The QR is no longer open')
})

test('while it is not known whether a QR was paid, its line leads to the statement; once the payment is there, it says so', async () => {
  statements = undefined
  const { screen, client, onQr, onStatement } = await show({ minutesAgo: 0 }, { KBANK: qr(100_00, 599_000) })
  const line = screen.getByRole('listitem')
  await expect.element(line).toHaveTextContent('QR waiting to be paid')
  client.setQueryData(qrQueryOptions('KBANK').queryKey, { hasQrcode: false, message: '' })
  await expect.element(line).toHaveTextContent('The QR is no longer open')
  await expect.poll(() => client.getQueryState(statementQueryOptions().queryKey)?.status).toBe('error')
  await line.getByRole('button').click()
  await expect.poll(() => onStatement).toHaveBeenCalledOnce()
  expect(onQr).not.toHaveBeenCalled()
  statements = [deposit(100, 0)]
  await client.refetchQueries({ queryKey: statementQueryOptions().queryKey })
  await expect.element(line).toHaveTextContent('Credited')
})

test('without a QR there is no line', async () => {
  const { screen, card } = await show()
  await expect.element(card).toBeVisible()
  expect(screen.getByRole('listitem').query()).toBeNull()
})

test('what is to be said later waits until a sheet opens or closes: nothing moves while home is read', async () => {
  signIn('token-1', false)
  const { screen, card, cover } = await show({ minutesAgo: 0 })
  await expect.element(card).toHaveTextContent('9,480.50')
  const said = screen.getByText('Said below the wallet')
  const games = screen.getByText('1 games, false')
  const { top } = games.element().getBoundingClientRect()
  store.set(homeNoticeAtom, <p>Said below the wallet</p>)
  await new Promise(requestAnimationFrame)
  expect(said.query()).toBeNull()
  expect(games.element().getBoundingClientRect().top).toBe(top)
  await cover(true)
  await cover(false)
  await expect.element(said).toBeVisible()
  expect(said.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
    card.element().getBoundingClientRect().bottom,
  )
  // It was for this member.
  endSession()
  await expect.element(said).not.toBeInTheDocument()
})
