import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, type Asked, lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { MenuSheet } from './menu-sheet.tsx'

let limits: object
let reward: object
let hasWheel: boolean
let inGames: number
let answers: Answers
let asked: Asked[]

const wallet = () => ({
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z', coin: 5 },
  wallet: { amount: 8230 },
  slots: inGames > 0 ? [{ code: 'PG', name: 'Naga', category: 'slot', amount: inGames, isActive: true }] : [],
})

beforeEach(() => {
  limits = { withdrawMin: 100, withdrawMax: 50_000 }
  reward = { status: false, type: '' }
  hasWheel = false
  inGames = 0
  answers = {
    '/api/wallet': wallet,
    '/api/wallet/refresh/slot': wallet,
    '/api/lookup/withdraw': () => limits,
    '/api/bonus/check/active': () => reward,
    '/api/spinwheel/active': () => ({ active: hasWheel }),
  }
  asked = stubBackend(answers)
})
afterEach(() => {
  vi.useRealTimers()
  store.set(connectionAtom, 'online')
  vi.unstubAllGlobals()
})

async function show() {
  const nothing = () => undefined
  const screen = await renderScreen(<MenuSheet onClose={nothing} onReady={nothing} onOpen={nothing} />)
  return { screen, withdraw: screen.getByRole('button', { name: /^Withdraw/u }) }
}

test.each([
  ['nothing', {}, {}, 'Up to 8,230.00 ฿'],
  [
    'a bonus',
    {},
    { status: true, type: 'Welcome', toPlay: 350 },
    'Still to be played before you can withdraw: 350.00 ฿',
  ],
  ['a bonus of which no more is known', {}, { status: true, type: 'day' }, 'Bonus in use'],
  ['a bonus that was played', {}, { status: true, type: 'Welcome', toPlay: 0 }, 'Up to 8,230.00 ฿'],
  ['deposits', { toPlay: 250.5 }, {}, 'Still to be played before you can withdraw: 250.50 ฿'],
  ['a hold', { holdUntil: new Date(Date.now() + 3_600_000).toISOString() }, {}, 'Withdrawals are on hold'],
])('with %s in the way of a withdrawal the tile says so', async (_, limit, active, says) => {
  limits = { ...limits, ...limit }
  reward = { ...reward, ...active }
  const { withdraw } = await show()
  await expect.element(withdraw).toHaveTextContent(`Withdraw${says}`)
})

test('what is in the way and could not be asked for is not denied', async () => {
  reward = Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
  const { withdraw } = await show()
  await expect.element(withdraw).toHaveTextContent(/^Withdraw8,230\.00 ฿$/u)
})

test('offline the amounts look old, and tiles and buttons are quiet', async () => {
  const { screen, withdraw } = await show()
  await expect.element(withdraw).toHaveTextContent(/8,230/u)
  const gold = () =>
    getComputedStyle(screen.getByRole('button', { name: /^Deposit/u }).element()).backgroundImage
  const isStale = (amount: Element) => getComputedStyle(amount).textDecorationStyle === 'dotted'
  const amounts = () => screen.getByText('8,230.00 ฿').elements()
  const moves = ['Transfer', 'Move all to wallet'].map((name) => screen.getByRole('button', { name }))
  const looks = () => moves.map((each) => getComputedStyle(each.element()).backgroundColor)
  const live = looks()
  expect(gold()).not.toBe('none')
  expect(amounts().some(isStale)).toBe(false)
  store.set(connectionAtom, 'offline')
  await expect.element(screen.getByText(/^As of /u)).toBeVisible()
  await expect.poll(gold).toBe('none')
  expect(looks().filter((look) => live.includes(look))).toEqual([])
  expect(amounts().every(isStale)).toBe(true)
  const refresh = screen.getByRole('button', { name: /^Refresh balances/u })
  await expect.element(refresh).toBeDisabled()
  await expect.element(refresh).toHaveTextContent(/8,230\.00\s฿You are offline$/u)
})

test('the wheel is offered with the coins, where there is one', async () => {
  hasWheel = true
  const { screen } = await show()
  await expect
    .element(screen.getByRole('link', { name: /^Spin wheel/u }))
    .toHaveTextContent('Spin wheel5 coins')
  await expect.element(screen.getByText('Refresh balances')).not.toBeInTheDocument()
})

test('until it is known whether there is a wheel, neither it nor what stands in for it is offered', async () => {
  let tell: (has: object) => void = () => undefined
  answers['/api/spinwheel/active'] = () => new Promise((resolve) => (tell = resolve))
  const { screen, withdraw } = await show()
  await expect.element(withdraw).toHaveTextContent(/8,230/u)
  expect(screen.getByText('Refresh balances').query()).toBeNull()
  tell({ active: true })
  await expect.element(screen.getByRole('link', { name: /^Spin wheel/u })).toBeVisible()
})

test('where it cannot be known whether there is a wheel, the balances can be refreshed', async () => {
  answers['/api/spinwheel/active'] = lost
  const { screen } = await show()
  await expect.element(screen.getByRole('button', { name: /^Refresh balances/u })).toBeVisible()
})

test('without a wheel every balance can be refreshed: the total shows, and when it was last known', async () => {
  inGames = 1250.5
  vi.useFakeTimers({ now: Date.parse('2026-01-05T03:00:00Z'), toFake: ['Date'] })
  const { screen } = await show()
  const refresh = screen.getByRole('button', { name: /^Refresh balances/u })
  await expect.element(refresh).toHaveTextContent('Refresh balances9,480.50 ฿05/01/2026 10:00:00')
  expect(screen.getByText('Spin wheel').query()).toBeNull()
  inGames = 2000
  vi.setSystemTime('2026-01-05T03:01:30Z')
  await refresh.click()
  await expect.element(refresh).toHaveTextContent('Refresh balances10,230.00 ฿05/01/2026 10:01:30')
  expect(asked.filter(({ path }) => path === '/api/wallet/refresh/slot')).toHaveLength(1)
})
