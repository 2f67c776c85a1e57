import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { isBusy, isMemberBusy } from '#data/session/busy.ts'
import { endSession, signIn } from '#data/session/session.ts'
import {
  type Answers,
  type Asked,
  lost,
  renderScreen,
  passTime,
  stillUntil,
  stubBackend,
} from '#components/test-screen.tsx'
import { closeErrorDialog, errorDialogAtom } from '#errors/error-dialog.ts'
import { store } from '#lib/store.ts'
import { spinErrorText } from '#errors/wheel-errors.ts'
import { leftEntriesAtom } from '#operations/operation-log.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { preferMotion } from '#ui/test-motion.ts'
import { SpinScreen } from './spin-screen.tsx'
import { SpinSheet } from './spin-sheet.tsx'

const spinPath = '/api/spinwheel/spin'
const claimPath = '/api/spinwheel/coupon/claim'

const slice = (code: string, label: string, bgColor: string) => ({
  code,
  label,
  bgColor,
  textColor: '#ffffff',
  htmlDescription: `<p>About ${label}</p><img src=x onerror="window.hacked = true"><script>window.hacked = true</script>`,
})
const slices = [
  slice('A', '500 ฿', '#ff0000'),
  slice('B', 'ลองใหม่', '#00aa00'),
  slice('C', 'ລາງວັນ 🎁', '#0000ff'),
  slice('D', 'A prize with a very long name that no slice has room for', 'url(javascript:alert(1))'),
]
const coupon = (code: string, amount: number, name = '') => ({
  prize: { slice: { code, label: `Coupon ${code}` }, name },
  amount,
})

let answers: Answers
let asked: Asked[]
let coins: number
let coupons: object[]
const times = (path: string) => asked.filter((one) => one.path === path).length

beforeEach(() => {
  signIn('token-1', false)
  coins = 2
  coupons = []
  answers = {
    '/api/spinwheel/setup': () => ({
      result: { activeSpinwheel: { name: 'The wheel', slice: slices }, userCoin: coins },
    }),
    '/api/spinwheel/coupon': () => ({ coupons }),
    [spinPath]: () => {
      coins -= 1
      return { success: true, error: null, result: { code: 'C', label: 'ລາງວັນ 🎁', remainingCoin: coins } }
    },
    [claimPath]: () => {
      coupons = []
      return { success: true, error: null }
    },
  }
  asked = stubBackend(answers)
})
afterEach(async () => {
  vi.useRealTimers()
  // Ends the session, so that no spin of this member remains.
  endSession()
  vi.unstubAllGlobals()
  closeErrorDialog()
  await preferMotion('reduce')
})

async function show() {
  const screen = await renderScreen(<SpinScreen />)
  return {
    screen,
    spin: screen.getByRole('button', { name: 'Spin for 1 coin' }),
    hub: screen.getByRole('button', { name: 'Spin the wheel, 2 coins' }),
    dialog: screen.getByRole('dialog'),
  }
}

const widthOf = (shown: Locator) => shown.element().getBoundingClientRect().width

/** The colour just inside the rim, this part of a turn clockwise from the pointer. */
function colourAt(turn: number): number[] {
  const canvas = document.querySelector('canvas')
  const { width = 0 } = canvas ?? {}
  const [angle, away] = [turn * 2 * Math.PI, width * 0.455]
  const [x, y] = [width / 2 + away * Math.sin(angle), width / 2 - away * Math.cos(angle)]
  return [...(canvas?.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])]
}
const colourAtPointer = () => colourAt(0)

test('the wheel has its own colours, is sharp on this screen and at most 85 % wide', async () => {
  const { screen } = await show()
  await expect.element(screen.getByText('2 coins').first()).toBeVisible()
  const canvas = document.querySelector('canvas')
  expect(canvas?.getBoundingClientRect().width).toBe(306)
  expect(canvas?.width).toBe(Math.round(306 * devicePixelRatio))
  expect(colourAtPointer()).toEqual([255, 0, 0, 255])
  expect(canvas?.textContent).toContain('ลองใหม่')
})

test('many coins are written on the wheel as beside its title, and within its button', async () => {
  coins = 1_234_567
  const { screen } = await show()
  const hub = screen.getByRole('button', { name: 'Spin the wheel, 1,234,567 coins' })
  const count = hub.getByText('1,234,567', { exact: true })
  await expect.element(count).toBeVisible()
  expect(widthOf(count)).toBeLessThan(widthOf(hub))
})

test('large text makes neither the wheel nor what stands in its place larger', async () => {
  await page.viewport(360, 740)
  document.documentElement.style.fontSize = '200%'
  let tell: (value: object) => void = () => undefined
  const setup = answers['/api/spinwheel/setup']
  answers['/api/spinwheel/setup'] = () => new Promise((resolve) => (tell = resolve))
  const { screen } = await show()
  const widest = () =>
    Math.max(...[...screen.container.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right))
  await expect.element(screen.getByText('Loading').first()).toBeInTheDocument()
  expect(widest()).toBeLessThanOrEqual(360)
  await expect.poll(() => times('/api/spinwheel/setup')).toBe(1)
  tell(setup?.(asked[0] as Asked) as object)
  await expect.poll(() => document.querySelector('canvas')?.clientWidth).toBe(306)
  document.documentElement.style.fontSize = ''
})

test('in a sheet the wheel comes with the coupons, which would push it up', async () => {
  let tell: (value: object) => void = () => undefined
  answers['/api/spinwheel/coupon'] = () => new Promise((resolve) => (tell = resolve))
  const screen = await renderScreen(<SpinSheet onClose={() => undefined} />)
  await expect.poll(() => times('/api/spinwheel/coupon')).toBe(1)
  await expect.element(screen.getByText('2 coins').first()).toBeVisible()
  expect(screen.getByRole('button', { name: /^Spin/u }).elements()).toEqual([])
  tell({ coupons: [coupon('C', 20)] })
  await expect.element(screen.getByRole('button', { name: 'Spin for 1 coin' })).toBeVisible()
  expect(screen.getByText('Coupon C').query()).not.toBeNull()
  expect(times('/api/spinwheel/coupon')).toBe(1)
})

test('turns to the prize, announces it, and continues with a refetched wheel and coins', async () => {
  const { screen, hub, dialog } = await show()
  await expect.element(hub).toBeEnabled()
  const tapped = hub.element() as HTMLElement
  tapped.click()
  tapped.click()
  await expect.element(screen.getByText('The wheel stopped at: ລາງວັນ 🎁')).toBeInTheDocument()
  expect(colourAtPointer()).toEqual([0, 0, 255, 255])
  await expect.element(dialog).toHaveTextContent('About ລາງວັນ 🎁')
  expect(dialog.element().querySelector('script')).toBeNull()
  expect(window).not.toHaveProperty('hacked')
  await expect.poll(() => times(spinPath)).toBe(1)
  coupons = [coupon('C', 20)]
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(screen.getByText('Coupon C')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Spin the wheel, 1 coin' })).toBeEnabled()
})

test('the prize is shown two seconds after the answer', async () => {
  const { screen, spin, dialog } = await show()
  await expect.element(spin).toBeEnabled()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await spin.click()
  await stillUntil(() => screen.getByText('The wheel stopped at: ລາງວັນ 🎁').query() !== null)
  await passTime(1999)
  expect(dialog.query()).toBeNull()
  await passTime(1)
  vi.useRealTimers()
  await expect.element(dialog).toBeVisible()
})

test('the slices that did not win fade, until the prize was read', async () => {
  const { hub, dialog } = await show()
  await expect.element(hub).toBeEnabled()
  const faded = () => [0, 0.25, 0.5, 0.75].map((turn) => (colourAt(turn)[3] ?? 0) < 128)
  expect(faded()).toEqual([false, false, false, false])
  await hub.click()
  await expect.poll(faded).toEqual([false, true, true, true])
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.poll(faded).toEqual([false, false, false, false])
})

test('a slice that says no more than its name says it once', async () => {
  const again = { ...slice('B', 'ลองใหม่', '#00aa00'), htmlDescription: '<p>ลองใหม่</p>' }
  answers['/api/spinwheel/setup'] = () => ({
    result: { activeSpinwheel: { name: 'The wheel', slice: [again] }, userCoin: coins },
  })
  answers[spinPath] = () => ({
    success: true,
    error: null,
    result: { code: 'B', label: 'ลองใหม่', remainingCoin: 1 },
  })
  const { spin, dialog } = await show()
  await spin.click()
  await expect.element(dialog).toBeVisible()
  expect(dialog.getByText('ลองใหม่').elements()).toHaveLength(1)
})

test('a spin that wins nothing says so, and does not look like a prize', async () => {
  answers[spinPath] = () => ({
    success: true,
    error: null,
    result: { code: 'B', label: 'ลองใหม่', remainingCoin: 1, hasPrize: false },
  })
  const { spin, dialog } = await show()
  await spin.click()
  await expect.element(dialog).toHaveTextContent('No prize this time')
  expect(dialog.element().querySelector('use')?.getAttribute('href')).toMatch(/#wheel$/u)
})

test('a prize with a coupon is claimed where it is told', async () => {
  const result = { code: 'A', label: '500 ฿', remainingCoin: 1 }
  answers[spinPath] = () => {
    // The slice gave less when it was won before.
    coupons = [
      { ...coupon('A', 100), couponId: 'older' },
      { ...coupon('A', 500), couponId: 'won' },
    ]
    return { success: true, error: null, result }
  }
  const { screen, spin } = await show()
  await spin.click()
  const told = screen.getByRole('alertdialog', { name: '500 ฿' })
  await expect.element(told).toHaveTextContent('About 500 ฿')
  // Nothing moves for who asks for that.
  expect(told.element().getAnimations({ subtree: true })).toEqual([])
  await told.getByRole('button', { name: 'Claim' }).click()
  await expect.element(screen.getByText('The prize is in your wallet')).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
  expect(asked.filter(({ path }) => path === claimPath).map(({ body }) => body)).toEqual([
    { coupon: 'A', couponId: 'won' },
  ])
})

test('after a lost answer to a claim the dialog stays, and only asks for the outcome', async () => {
  const result = { code: 'A', label: '500 ฿', remainingCoin: 1 }
  answers[spinPath] = () => {
    coupons = [coupon('A', 500)]
    return { success: true, error: null, result }
  }
  answers[claimPath] = () => lost()
  answers['/api/acts'] = () => ({ status: 'done', reply: { success: true, error: null } })
  const { screen, spin } = await show()
  await spin.click()
  await screen.getByRole('alertdialog', { name: '500 ฿' }).getByRole('button', { name: 'Claim' }).click()
  await expect.element(screen.getByText('The prize is in your wallet')).toBeVisible()
  expect(times(claimPath)).toBe(1)
})

test('page and sheet show one wheel: a spin continues where it is looked at next, and its prize is shown once', async () => {
  await preferMotion('no-preference')
  const first = await renderScreen(<SpinSheet onClose={() => undefined} />)
  const tapped = first.getByRole('button', { name: 'Spin for 1 coin' })
  await expect.element(tapped).toBeEnabled()
  // However long the page takes to load, exactly 300 ms of the rotation have passed when it is shown again.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await tapped.click()
  const riding = () => document.querySelector('canvas')?.getAnimations()[0]
  await stillUntil(() => riding() !== undefined)
  expect(first.getByText('The wheel is turning.').query()).not.toBeNull()
  await first.unmount()
  // The sheet is leaving.
  await expect.poll(() => document.querySelector('canvas')).toBeNull()
  await expect.poll(isBusy).toBe(true)
  expect(isMemberBusy(), 'for an update that is needed').toBe(true)
  vi.advanceTimersByTime(300)

  const { screen, dialog } = await show()
  await stillUntil(() => riding() !== undefined)
  expect(screen.getByText('The wheel is turning.').query()).not.toBeNull()
  expect(Number(riding()?.currentTime)).toBeGreaterThanOrEqual(300)
  const turning = screen.getByRole('button', { name: 'Spin the wheel, 1 coin' })
  await stillUntil(() => turning.query() !== null)
  ;(turning.element() as HTMLElement).click()
  await passTime(2000)
  vi.useRealTimers()
  await expect.element(dialog).toHaveTextContent('ລາງວັນ 🎁')
  expect(colourAtPointer()).toEqual([0, 0, 255, 255])
  await expect.poll(() => times(spinPath)).toBe(1)
  expect(isBusy()).toBe(false)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.unmount()
  const again = await show()
  await expect.element(again.screen.getByRole('button', { name: 'Spin the wheel, 1 coin' })).toBeEnabled()
  expect(again.dialog.query()).toBeNull()
})

test('under the sheet the page announces nothing: the prize is shown only above it', async () => {
  const screen = await renderScreen(
    <>
      <SpinScreen covered />
      <SpinSheet onClose={() => undefined} />
    </>,
  )
  await screen.getByRole('button', { name: 'Spin for 1 coin' }).last().click()
  const told = screen.getByRole('dialog').filter({ hasText: 'The wheel stopped here.' })
  await expect.element(told).toBeVisible()
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(2)
  await expect.poll(() => times(spinPath)).toBe(1)
})

test('nobody sees another member’s spin: it ends with the session', async () => {
  await preferMotion('no-preference')
  const { screen, spin } = await show()
  await expect.element(spin).toBeEnabled()
  const turning = () => screen.getByText('The wheel is turning.').query() !== null
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;(spin.element() as HTMLElement).click()
  await stillUntil(turning)
  endSession()
  await stillUntil(() => !turning())
  vi.useRealTimers()
  expect(isBusy()).toBe(false)
})

test('coins earned by a deposit appear, and can be spent, without leaving the page', async () => {
  coins = 0
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  answers['/api/wallet'] = () => ({
    profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z', coin: coins },
    wallet: { amount: 100 },
  })
  const screen = await renderScreen(
    <QueryClientProvider client={client}>
      <SpinScreen />
    </QueryClientProvider>,
  )
  const spin = screen.getByRole('button', { name: 'Spin for 1 coin' })
  await expect.element(screen.getByText('You have no coins left. Deposits earn new ones.')).toBeVisible()
  await expect.element(spin).toBeDisabled()
  // The wallet reports it first.
  coins = 3
  await client.refetchQueries(walletQueryOptions)
  await expect.element(screen.getByRole('button', { name: 'Spin the wheel, 3 coins' })).toBeEnabled()
  await expect.element(spin).toBeEnabled()
  // Where money may have arrived, the wheel is refetched too.
  coins = 4
  refreshMoney(client)
  await expect.element(screen.getByRole('button', { name: 'Spin the wheel, 4 coins' })).toBeEnabled()
})

test('shows until when a coupon can be claimed, if the backend says', async () => {
  coupons = [{ ...coupon('A', 20), expiresAt: '2026-12-31T05:00:00Z' }, coupon('B', 20)]
  const { screen } = await show()
  await expect.element(screen.getByText('Until 31/12/2026 12:00', { exact: true })).toBeVisible()
  expect(screen.getByText(/^Until/u).elements()).toHaveLength(1)
})

test('the keyboard can spin too', async () => {
  const { spin, dialog } = await show()
  await expect.element(spin).toBeEnabled()
  ;(spin.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
})

test.each([0, -1])('with %i coins there is no spin, and it says why', async (left) => {
  coins = left
  const { screen, spin } = await show()
  await expect.element(spin).toBeDisabled()
  await expect.element(screen.getByText('You have no coins left. Deposits earn new ones.')).toBeVisible()
})

test('a site whose coins need turnover says so, and how much is left', async () => {
  coins = 0
  let coinTerms = { deposit: 100, turnoverTimes: 2, promised: 0, toPlay: 0 }
  answers['/api/spinwheel/setup'] = () => ({
    result: { activeSpinwheel: { name: 'The wheel', slice: slices }, userCoin: coins, coinTerms },
  })
  const first = await show()
  const rule = 'Every 100.00 ฿ you deposit earns 1 coin, once you have played the deposit 2× in games.'
  await expect.element(first.screen.getByText(rule)).toBeVisible()
  await expect.element(first.screen.getByText(/will come/u)).not.toBeInTheDocument()
  await first.screen.unmount()

  coinTerms = { ...coinTerms, promised: 3, toPlay: 412.5 }
  const { screen } = await show()
  const promise = '3 coins will come once you have played 412.50 ฿ more in games.'
  await expect.element(screen.getByText(promise)).toBeVisible()
})

test('coins that come at once need no rule', async () => {
  coins = 0
  const coinTerms = { deposit: 100, turnoverTimes: 0, promised: 0, toPlay: 0 }
  answers['/api/spinwheel/setup'] = () => ({
    result: { activeSpinwheel: { name: 'The wheel', slice: slices }, userCoin: coins, coinTerms },
  })
  const { screen } = await show()
  await expect.element(screen.getByText('You have no coins left. Deposits earn new ones.')).toBeVisible()
  await expect.element(screen.getByText(/in games/u)).not.toBeInTheDocument()
})

test.each([
  'NO_CLAIMABLE_COUPON',
  'INVALID_PRIZE_CODE',
  'INVALID_CODE',
  'INVALID_COUPON_TYPE',
  'COUPON_EXPIRED',
  'BONUS_REMAINING',
  'MONEY_NOT_ENOUGH',
  'NO_DATA',
  'SOMETHING_NEW',
])('%s has the wheel’s own text, for a spin and for a claim', async (error) => {
  answers[spinPath] = () => ({ success: false, error, result: null })
  answers[claimPath] = () => ({ success: false, error })
  coupons = [coupon('A', 20)]
  const { screen, spin } = await show()
  const words = spinErrorText(error).message
  await spin.click()
  await expect.poll(() => store.get(errorDialogAtom)).toBe(words)
  closeErrorDialog()
  await screen.getByRole('button', { name: 'Claim: Coupon A' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Claim' }).click()
  await expect.poll(() => store.get(errorDialogAtom)).toBe(words)
})

test('after a lost answer the outcome is asked for, and the prize shown', async () => {
  let key: string | null = null
  answers[spinPath] = (one) => {
    key = one.key
    return lost()
  }
  const result = { code: 'B', label: 'ลองใหม่', remainingCoin: 1 }
  answers['/api/acts'] = () => ({ status: 'done', reply: { success: true, error: null, result } })
  const { screen, spin } = await show()
  await spin.click()
  await expect.element(screen.getByText('The wheel stopped at: ลองใหม่')).toBeInTheDocument()
  expect(colourAtPointer()).toEqual([0, 170, 0, 255])
  await expect.poll(() => times(spinPath)).toBe(1)
  await expect.poll(() => asked.filter(({ path }) => path === `/api/acts/${key}`)).toHaveLength(1)
})

test('a spin of unknown outcome blocks the wheel only until the page is left', async () => {
  answers[spinPath] = () => lost()
  answers['/api/acts'] = () => ({ status: 'unknown' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const first = await renderScreen(<SpinScreen />)
  await stillUntil(() => first.container.textContent.includes('Spin for 1 coin'))
  const spinNow = [...first.container.querySelectorAll('button')].find((one) =>
    /for 1 coin/.test(one.textContent),
  )
  spinNow?.click()
  while (!first.container.textContent.includes('We do not know yet what you won')) await passTime(1000)
  await first.unmount()
  vi.useRealTimers()
  const again = await renderScreen(<SpinScreen />)
  await expect.element(again.getByRole('button', { name: 'Spin for 1 coin' })).toBeEnabled()
  await expect.poll(() => times(spinPath)).toBe(1)
})

test('a spin that is still asked about when the page is left is asked about on the page', async () => {
  answers[spinPath] = () => lost()
  answers['/api/acts'] = () => ({ status: 'unknown' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { container, unmount } = await renderScreen(<SpinScreen />)
  await stillUntil(() => container.textContent.includes('Spin for 1 coin'))
  const spinNow = [...container.querySelectorAll('button')].find((one) => /for 1 coin/.test(one.textContent))
  spinNow?.click()
  while (!asked.some(({ path }) => path.startsWith('/api/acts/'))) await passTime(500)
  await unmount()
  while (store.get(leftEntriesAtom).length === 0) await passTime(1000)
  vi.useRealTimers()
  const again = await renderScreen(<SpinScreen />)
  await expect.element(again.getByText('We do not know yet what you won')).toBeVisible()
  expect(store.get(leftEntriesAtom)).toEqual([])
  expect(times(spinPath)).toBe(1)
})

test('without a wheel there is an empty state; after a failure a retry', async () => {
  const setup = answers['/api/spinwheel/setup']
  answers['/api/spinwheel/setup'] = () => new Response('{}', { status: 500 })
  const { screen } = await show()
  await expect.element(screen.getByText('The wheel could not be loaded')).toBeVisible()
  answers['/api/spinwheel/setup'] = () => ({ result: { activeSpinwheel: null, userCoin: 2 } })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('The wheel is closed for now')).toBeVisible()
  expect(setup).toBeDefined()
})

test('shows three coupons per page, each claimed once however often it is tapped', async () => {
  coupons = [coupon('A', 500, 'Big'), coupon('B', 20), coupon('C', 10), coupon('D', 0, 'A phone')]
  const { screen } = await show()
  const rows = screen.getByRole('table', { name: 'My coupons' }).getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent('1Coupon A Big500.00 ฿Claim')
  await expect.poll(() => rows.elements()).toHaveLength(4)
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(rows.nth(1)).toHaveTextContent('4Coupon D A phone–Claim')
  await screen.getByRole('button', { name: 'Previous page' }).click()
  await screen.getByRole('button', { name: 'Claim: Coupon A' }).click()
  const confirm = screen.getByRole('alertdialog').getByRole('button', { name: 'Claim' })
  await expect.element(confirm).toBeVisible()
  const tapped = confirm.element() as HTMLElement
  tapped.click()
  tapped.click()
  tapped.click()
  await expect.element(screen.getByText('The prize is in your wallet')).toBeVisible()
  await expect.element(screen.getByText(/No coupons yet/u)).toBeVisible()
  await expect.poll(() => times(claimPath)).toBe(1)
  await expect.poll(() => asked.find(({ path }) => path === claimPath)?.body).toEqual({ coupon: 'A' })
})
