import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  currentAmounts,
  fetchShownAnew,
  passTime,
  refusal,
  renderScreen,
  stillUntil,
  stubBackend,
} from '#components/test-screen.tsx'
import { announcedSoFar, noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { AmountPrivacy } from '#ui/amount.tsx'
import { BonusSheet } from '../bonus-sheet.tsx'
import { PromotionScreen } from '../promotion-screen.tsx'

const before = announcedSoFar()
let terms: object | string | undefined
let wallet: object | (() => Response)
let active: object
let userBonus: object | null
let backend: ReturnType<typeof stubBackend>
let methods: object | Promise<object>
let limits: object

beforeEach(() => {
  noteExtensions(`${before}, bonus-terms`)
  terms = { rewardAmount: 0, rewardPercent: 20, rewardMax: 200, turnoverTimes: 2 }
  active = { status: false, type: '' }
  userBonus = null
  methods = { banks: [], wallets: [] }
  limits = { withdrawMin: 100, withdrawMax: 50_000 }
  wallet = {
    profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
    wallet: { amount: 200 },
    slots: [{ code: 'PG', name: 'Naga', category: 'slot', isActive: true, amount: 100 }],
  }
  const bonus = () => ({ code: 'DAILY', name: 'Daily', type: 'day', maxReceived: 1, percentFail: 10 })
  backend = stubBackend({
    '/api/bonus': () => [{ ...bonus(), rewardTerms: terms, userBonus }],
    '/api/bonus/check/active': () => active,
    '/api/promotion/current': () => null,
    '/api/lookup/notice': () => ({ notice: '<p>Notice of the site</p>' }),
    '/api/lookup/withdraw': () => limits,
    '/api/lookup/deposit': () => methods,
    '/api/wallet': () => (typeof wallet === 'function' ? wallet() : wallet),
  })
})
afterEach(() => {
  noteExtensions(before)
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

async function open() {
  const screen = await renderScreen(<BonusSheet code="DAILY" onClose={vi.fn<() => void>()} />)
  const plan = screen.getByRole('region', { name: 'What this bonus gives you' })
  const deposit = screen.getByRole('textbox', { name: 'If I deposit' })
  return { screen, plan, deposit }
}

test('tells what a claim comes to now, and after a deposit as it is typed', async () => {
  const { screen, plan, deposit } = await open()
  await expect.element(plan).toHaveTextContent(/Bonus you receive40\.00 ฿/u)
  await expect.element(plan).toHaveTextContent(/In the wallet with the bonus240\.00 ฿/u)
  await expect.element(plan).toHaveTextContent(/To be played before you can withdraw80\.00 ฿/u)
  await expect.element(plan).toHaveTextContent(/all your money is at most34\.00 ฿/u)
  await expect
    .element(plan)
    .toHaveTextContent(/Smallest withdrawal100\.00 ฿Largest withdrawal at a time50,000\.00 ฿/u)
  await expect
    .element(plan)
    .toHaveTextContent('It pays 20% of what is in your wallet when you claim, at most 200.00 ฿.')
  await expect.element(plan).toHaveTextContent('Bet 2 times the bonus, then you can withdraw.')
  await expect.element(plan).toHaveTextContent('What is lost: this claim is used')
  await deposit.fill('๕๐๐')
  await expect.element(plan).toHaveTextContent(/Bonus you receive140\.00 ฿/u)
  await expect.element(plan).toHaveTextContent(/To be played before you can withdraw280\.00 ฿/u)
  await expect.element(screen.getByRole('progressbar', { name: 'Played in games' })).toBeVisible()
  await deposit.fill('5,00')
  await expect.element(plan).toHaveTextContent('Please enter the amount in digits')
  await expect.element(screen.getByRole('button', { name: 'Claim bonus' })).toBeEnabled()
})

test('a bonus that need not be played says so, without a bar', async () => {
  terms = { rewardAmount: 50, rewardPercent: 0, rewardMax: null, turnoverTimes: 0 }
  const { screen, plan } = await open()
  await expect.element(plan).toHaveTextContent('It pays 50.00 ฿.')
  await expect.element(plan).toHaveTextContent('It need not be played: you can withdraw at once.')
  expect(screen.getByRole('progressbar').query()).toBeNull()
})

test('the button is shown only once nothing above it can push it away any more', async () => {
  let arrive: (value: object) => void = () => undefined
  const arrived = methods
  methods = new Promise((resolve) => (arrive = resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { screen, plan } = await open()
  await stillUntil(() => backend.some(({ path }) => path === '/api/lookup/deposit'))
  await passTime(1000)
  const claim = screen.getByRole('button', { name: 'Claim bonus' })
  expect(claim.query()).toBeNull()
  vi.useRealTimers()
  arrive(arrived)
  await expect.element(claim).toBeEnabled()
  await expect.element(plan).toHaveTextContent(/Bonus you receive40\.00 ฿/u)
})

test('figures that cannot be loaded are told, and the words stay', async () => {
  wallet = () => Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
  const { screen, plan } = await open()
  await expect.element(screen.getByText('The figures could not be loaded')).toBeVisible()
  await expect.element(plan).toHaveTextContent('Bet 2 times the bonus')
})

test.each([
  ['without the extension', before, terms],
  ['without terms', `${before}, bonus-terms`, undefined],
  ['with terms that are something else', `${before}, bonus-terms`, 'ask us'],
])('%s the offer is as before', async (_, extensions, told) => {
  noteExtensions(extensions)
  if (extensions !== before) terms = told
  const { screen, plan } = await open()
  await expect.element(screen.getByText('Notice of the site')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Claim bonus' })).toBeEnabled()
  expect(plan.query()).toBeNull()
})

test('while it runs: what is still to be played, what ends it early beside all the money, and what would be lost', async () => {
  active = { status: true, type: 'Daily', toPlay: 60, required: 80, mayEnd: false, endsBelow: 34 }
  const screen = await renderScreen(<PromotionScreen onOpen={vi.fn<(code: string) => void>()} />)
  const running = screen.getByRole('region', { name: 'Bonus in use' })
  await expect
    .element(running.getByRole('progressbar', { name: 'Played in games' }))
    .toHaveAttribute('value', '0.25')
  await expect.element(running).toHaveTextContent(/All your money now300\.00 ฿/u)
  await expect.element(running).toHaveTextContent(/all your money is at most\s34\.00\s฿/u)
  await expect.element(running).toHaveTextContent('Cancelling it takes none of your money.')
})

test('the sheet of the bonus in use tells the member’s own terms, not what the offer pays by then', async () => {
  active = { status: true, type: 'Daily', toPlay: 60, required: 80, mayEnd: false, endsBelow: 34 }
  userBonus = { _id: 'b1', isActive: true, received: [] }
  const { screen, plan } = await open()
  await expect.element(screen.getByText('You are using this bonus.')).toBeVisible()
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet).toHaveTextContent(/Played 20\.00 ฿ of 80\.00 ฿/u)
  await expect.element(sheet).toHaveTextContent(/all your money is at most34\.00 ฿/u)
  expect(plan.query()).toBeNull()
})

test('figures calculated from an out-of-date wallet or turnover do not look current; the site’s own do', async () => {
  const { plan } = await open()
  const sites = ['100.00 ฿', '50,000.00 ฿']
  await expect.element(plan).toHaveTextContent(/In the wallet with the bonus240\.00 ฿/u)
  await expect.poll(currentAmounts).toContain('240.00 ฿')
  // The bonus’s own maximum stands in a sentence about its terms.
  const ofSite = () => currentAmounts().filter((amount) => amount !== '200.00 ฿')
  store.set(connectionAtom, 'offline')
  await expect.poll(ofSite).toEqual(sites)
  store.set(connectionAtom, 'online')
  await expect.poll(ofSite).toContain('240.00 ฿')
  limits = refusal('INTERNAL_SERVER_ERROR', 500)
  await fetchShownAnew()
  await expect.poll(ofSite).toEqual(sites)
})

test('while it runs, what is out of date does not look current', async () => {
  active = { status: true, type: 'Daily', toPlay: 60, required: 80, mayEnd: false, endsBelow: 34 }
  const screen = await renderScreen(<PromotionScreen onOpen={vi.fn<(code: string) => void>()} />)
  await expect.element(screen.getByText('All your money now')).toBeVisible()
  await expect.poll(currentAmounts).toEqual(expect.arrayContaining(['60.00 ฿', '20.00 ฿', '300.00 ฿']))
  // What ends it was settled when it began.
  store.set(connectionAtom, 'offline')
  await expect.poll(() => new Set(currentAmounts())).toEqual(new Set(['34.00 ฿']))
  store.set(connectionAtom, 'online')
  wallet = () => refusal('INTERNAL_SERVER_ERROR', 500)
  active = refusal('INTERNAL_SERVER_ERROR', 500)
  await fetchShownAnew()
  await expect.poll(() => new Set(currentAmounts())).toEqual(new Set(['34.00 ฿']))
})

test('a bar does not show how much of hidden amounts is played', async () => {
  active = { status: true, type: 'Daily', toPlay: 60, required: 80, mayEnd: false, endsBelow: 34 }
  const screen = await renderScreen(
    <AmountPrivacy hidden label="Amount hidden">
      <PromotionScreen onOpen={vi.fn<(code: string) => void>()} />
    </AmountPrivacy>,
  )
  await expect.element(screen.getByText(/^Played .*Amount hidden of .*Amount hidden$/u)).toBeVisible()
  expect(screen.getByRole('progressbar').query()).toBeNull()
})
