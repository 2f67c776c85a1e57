import { RESET } from 'jotai/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'
import {
  type Answers,
  type Asked,
  lost,
  passTime,
  refusal,
  renderScreen,
  stillUntil,
  stubBackend,
} from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { noteServerDate, resetServerClock } from '#lib/dates/clock.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { LimitsScreen } from './limits-screen.tsx'

const hour = 3_600_000
const later = (ms: number) => new Date(Date.now() + ms).toISOString()
const limit = (more: object) => ({ kind: 'deposit', period: 'day', used: 100, until: later(hour), ...more })

let limits: object[]
let answers: Answers
let asked: Asked[]
const onBreak = vi.fn<(taken: object) => void>()

beforeEach(() => {
  onBreak.mockReset()
  limits = [limit({ amount: 300 }), limit({ kind: 'loss' })]
  const reply = () => ({ limits, breakHours: [24], exclusionMonths: [6] })
  answers = {
    '/api/limits': reply,
    '/api/limits/confirm': reply,
    '/api/limits/break': () => ({ kind: 'break', until: later(24 * hour) }),
    '/api/lookup/help': () => [{ country: 'TH', name: 'Hotline', phone: '1323', hours: '24 h' }],
  }
  asked = stubBackend(answers)
  noteExtensions('keys, acts, play-limits')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
  store.set(balanceHiddenAtom, RESET)
})

const open = () => renderScreen(<LimitsScreen onBreak={onBreak} />)
const bodiesOf = (path: string) =>
  asked.filter((one) => one.path === path && one.body).map(({ body }) => body)

test('shows each limit with what is used and left, and whom to call', async () => {
  const screen = await open()
  await expect.element(screen.getByText('100.00 ฿ so far, 200.00 ฿ left')).toBeVisible()
  await expect.element(screen.getByText('No limit')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '1323' })).toHaveAttribute('href', 'tel:1323')
})

test('where no answer has said whether there are limits, it can be asked again', async () => {
  noteExtensions('')
  answers['/api/lookup/active'] = lost
  const screen = await open()
  await expect.element(screen.getByText('Your limits could not be loaded')).toBeVisible()
  expect(screen.getByText('Loading your limits').query()).toBeNull()
  answers['/api/lookup/active'] = () => {
    noteExtensions('keys, acts, play-limits')
    return { active: true }
  }
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('100.00 ฿ so far, 200.00 ฿ left')).toBeVisible()
})

const isHidden = (hidden: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}
const timesAsked = () => asked.filter(({ path }) => path === '/api/limits').length

/** Left open until the first of the periods is over; then the server counts anew. */
async function openOverMidnight() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const [day, month] = [later(hour), later(31 * 24 * hour)]
  limits = [limit({ used: 500, until: day }), limit({ period: 'month', used: 900, until: month })]
  const screen = await open()
  await stillUntil(() => screen.getByText('500.00 ฿ so far').query() !== null)
  expect(timesAsked()).toBe(1)
  limits = [limit({ used: 0, until: later(25 * hour) }), limit({ period: 'month', used: 900, until: month })]
  return screen
}

test('when a day is over, what is used of the next one is asked for, once', async () => {
  const screen = await openOverMidnight()
  await passTime(hour - 1000)
  expect(timesAsked()).toBe(1)
  await passTime(3000)
  await stillUntil(() => screen.getByText('0.00 ฿ so far', { exact: true }).query() !== null)
  expect(screen.getByText('500.00 ฿ so far').query()).toBeNull()
  expect(screen.getByText('900.00 ฿ so far').query()).not.toBeNull()
  await passTime(3 * hour)
  expect(timesAsked()).toBe(2)
})

test('without a network the former day’s amount is not shown as the new one’s, and its place stays', async () => {
  const screen = await openOverMidnight()
  answers['/api/limits'] = lost
  const row = screen.getByRole('listitem').first().element()
  const height = row.getBoundingClientRect().height
  await passTime(hour + 2000)
  await stillUntil(() => timesAsked() > 1)
  await passTime(0)
  expect(getComputedStyle(screen.getByText('500.00 ฿ so far').element()).visibility).toBe('hidden')
  expect(getComputedStyle(screen.getByText('900.00 ฿ so far').element()).visibility).toBe('visible')
  expect(row.getBoundingClientRect().height).toBe(height)
})

test('a page that nobody looks at asks nothing at midnight, and once when it is looked at again', async () => {
  const screen = await openOverMidnight()
  isHidden(true)
  await passTime(5 * hour)
  expect(timesAsked()).toBe(1)
  isHidden(false)
  await stillUntil(() => screen.getByText('0.00 ฿ so far', { exact: true }).query() !== null)
  expect(timesAsked()).toBe(2)
})

test('after a sleep in which timers stood still the page notices within a minute', async () => {
  await openOverMidnight()
  vi.setSystemTime(Date.now() + 8 * hour)
  await passTime(61_000)
  expect(timesAsked()).toBe(2)
})

test('the button that changes a limit touches neither its amount nor its bar on a phone', async () => {
  limits = [limit({ amount: 9_999_999.99 }), limit({ period: 'week', amount: 300 })]
  const screen = await open()
  const buttons = screen.getByRole('button', { name: /^Change: / })
  await expect.poll(() => buttons.elements().length).toBe(2)
  for (const button of buttons.elements()) {
    const { top, left, bottom } = button.getBoundingClientRect()
    const amount = button.previousElementSibling?.getBoundingClientRect()
    const bar = button.closest('li')?.querySelector('progress')?.getBoundingClientRect()
    if (!amount || !bar) throw new Error('Not shown')
    expect(amount.bottom <= top || amount.right < left).toBe(true)
    expect(bar.top - bottom).toBeGreaterThanOrEqual(8)
  }
})

test('hidden amounts are hidden in the limits too, and how much of them is used; a time is not', async () => {
  store.set(balanceHiddenAtom, true)
  answers['/api/limits'] = () => ({
    limits,
    times: [{ period: 'week', used: 45, until: later(hour), minutes: 90 }],
  })
  noteExtensions('keys, acts, play-limits, time-limits')
  const screen = await open()
  await expect.element(screen.getByText('•••• ฿Amount hidden so far, •••• ฿Amount hidden left')).toBeVisible()
  const bars = screen.getByRole('progressbar')
  await expect.element(bars).toHaveAccessibleName('Time at play · Per week')
  expect(bars.elements()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Change: Deposits · Per day' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'At most' })).toHaveValue('')
  expect(screen.container.textContent).not.toMatch(/[123]00\.00/u)
})

test('sends what is typed once, in baht; nothing else is sent for what cannot be read', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Change: Deposits · Per day' }).click()
  const field = screen.getByRole('textbox', { name: 'At most' })
  await field.fill('two')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/enter the amount in digits/u)).toBeVisible()
  await field.fill('250.50')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => bodiesOf('/api/limits'))
    .toEqual([{ kind: 'deposit', period: 'day', amount: 250.5 }])
})

test('a limit of the time is typed in whole minutes, and shown in words', async () => {
  answers['/api/limits'] = () => ({
    limits,
    times: [{ period: 'week', used: 45, until: later(hour), minutes: 90 }],
  })
  answers['/api/limits/time'] = answers['/api/limits']
  noteExtensions('keys, acts, play-limits, time-limits')
  const screen = await open()
  await expect.element(screen.getByText('45 min so far, 45 min left')).toBeVisible()
  await screen.getByRole('button', { name: 'Change: Time at play · Per week' }).click()
  const field = screen.getByRole('textbox', { name: 'Minutes at most' })
  await field.fill('1.5')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Please enter whole minutes.')).toBeVisible()
  await field.fill('๖๐')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => bodiesOf('/api/limits/time')).toEqual([{ period: 'week', minutes: 60 }])
})

test('times are not shown for a backend that only counts money', async () => {
  answers['/api/limits'] = () => ({ limits, times: [{ period: 'week', used: 45, until: later(hour) }] })
  const screen = await open()
  await expect.element(screen.getByText('100.00 ฿ so far, 200.00 ฿ left')).toBeVisible()
  expect(screen.getByText('Time at play').query()).toBeNull()
})

test('a higher limit can be confirmed when its time has come, not before', async () => {
  limits = [limit({ amount: 300, raise: { amount: 500, from: later(hour) } })]
  const screen = await open()
  await expect.element(screen.getByText(/You can confirm it from/u)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Yes, raise it' }).elements()).toHaveLength(0)
})

test('the second yes is sent', async () => {
  limits = [limit({ amount: 300, raise: { amount: null, from: later(-hour) } })]
  const screen = await open()
  await screen.getByRole('button', { name: 'Yes, raise it' }).click()
  await expect
    .poll(() => bodiesOf('/api/limits/confirm'))
    .toEqual([{ kind: 'deposit', period: 'day', amount: null }])
})

test('the second yes names what was shown; what another phone has asked for since is shown before it can be confirmed', async () => {
  limits = [limit({ amount: 300, raise: { amount: 500, from: later(-hour) } })]
  answers['/api/limits/confirm'] = () => {
    limits = [limit({ amount: 300, raise: { amount: null, from: later(-hour) } })]
    return refusal('NO_DATA')
  }
  const screen = await open()
  await screen.getByRole('button', { name: 'Yes, raise it' }).click()
  await expect.element(screen.getByText('What you asked for has changed. Please look again.')).toBeVisible()
  await expect.element(screen.getByText('You asked for: No limit')).toBeVisible()
  expect(bodiesOf('/api/limits/confirm')).toEqual([{ kind: 'deposit', period: 'day', amount: 500 }])
})

test('the focus stays in a limit’s row while its form comes and goes, and what was asked for with it', async () => {
  limits = [limit({ amount: 300, raise: { amount: 500, from: later(hour) } })]
  const screen = await open()
  const change = screen.getByRole('button', { name: 'Change: Deposits · Per day' })
  const field = screen.getByRole('textbox', { name: 'At most' })
  const row = screen.getByRole('listitem').first()
  const press = async (name: string) => {
    ;(screen.getByRole('button', { name, exact: true }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  await change.click()
  await expect.element(field).toHaveFocus()
  await press('Cancel')
  await expect.element(row).toHaveFocus()
  await change.click()
  await field.fill('200')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(row).toHaveFocus()
  limits = [limit({ amount: 300 })]
  await press('Keep it as it is')
  await expect.element(screen.getByText('You asked for', { exact: false })).not.toBeInTheDocument()
  await expect.element(row).toHaveFocus()
})

test('a raise waits by the server’s clock, on a phone that is an hour slow too', async () => {
  noteServerDate(new Date(Date.now() + hour).toUTCString(), Date.now(), Date.now())
  limits = [limit({ amount: 300, raise: { amount: 500, from: later(1.5 * hour) } })]
  const screen = await open()
  await expect.element(screen.getByText(/You can confirm it from/u)).toBeVisible()
  resetServerClock()
})

test('a break is asked for once more before it begins', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: '24 hours' }).click()
  await screen.getByRole('button', { name: 'Begin the break' }).click()
  expect(bodiesOf('/api/limits/break')).toEqual([])
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Begin the break' }).click()
  await expect.poll(() => bodiesOf('/api/limits/break')).toEqual([{ kind: 'break', hours: 24 }])
  await expect.poll(() => onBreak.mock.calls.length).toBe(1)
})

/** The question before the self-exclusion of six months, and its button. */
async function askToExclude() {
  const screen = await open()
  await screen.getByRole('button', { name: '6 months' }).click()
  await screen.getByRole('button', { name: 'Begin the break' }).click()
  const dialog = screen.getByRole('alertdialog')
  return { dialog, confirm: dialog.getByRole('button', { name: 'Begin the break' }) }
}
const refuseUnless = (password: string) => {
  answers['/api/limits/break'] = ({ body }) =>
    (body as { password?: string }).password === password
      ? { kind: 'exclusion', until: later(24 * hour) }
      : refusal('WRONG_PASSWORD')
}
const exclusion = { kind: 'exclusion', months: 6 }
const mismatch = 'The password does not match. Please enter it again.'

test('a self-exclusion asks for the password where the server wants it, by keyboard too', async () => {
  refuseUnless('mine')
  const { dialog, confirm } = await askToExclude()
  await confirm.click()
  const field = dialog.getByLabelText('Password', { exact: true })
  await expect.element(field).toHaveFocus()
  expect(dialog.getByText(mismatch).query()).toBeNull()
  await confirm.click()
  await expect.element(field).toHaveFocus()
  expect(bodiesOf('/api/limits/break')).toEqual([exclusion])
  await userEvent.keyboard('guess{Enter}')
  await expect.element(dialog.getByText(mismatch)).toBeVisible()
  await expect.element(field).toHaveAccessibleDescription(mismatch)
  await field.fill('mine')
  expect(dialog.getByText(mismatch).query()).toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onBreak.mock.calls.length).toBe(1)
  const tries = [exclusion, { ...exclusion, password: 'guess' }, { ...exclusion, password: 'mine' }]
  expect(bodiesOf('/api/limits/break')).toEqual(tries)
})

test('after a lost answer to the password nothing is sent again, and what became of it is told', async () => {
  refuseUnless('mine')
  const { dialog, confirm } = await askToExclude()
  await confirm.click()
  await dialog.getByLabelText('Password', { exact: true }).fill('guess')
  answers['/api/limits/break'] = lost
  answers['/api/acts'] = () => ({ status: 'failed', reply: { message: 'WRONG_PASSWORD' } })
  await confirm.click()
  await expect.element(dialog.getByText(mismatch)).toBeVisible()
  expect(bodiesOf('/api/limits/break')).toHaveLength(2)
  expect(onBreak).not.toHaveBeenCalled()
})

test('the password is not asked for before a short break', async () => {
  refuseUnless('mine')
  const { dialog, confirm } = await askToExclude()
  await confirm.click()
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: '24 hours' }).click()
  await page.getByRole('button', { name: 'Begin the break' }).click()
  await expect.element(confirm).toBeVisible()
  expect(dialog.getByLabelText('Password', { exact: true }).query()).toBeNull()
})

test('what could not be loaded can be asked for again', async () => {
  answers['/api/limits'] = lost
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('while the limits are asked for again, whom to call and how often to be asked stay where they are', async () => {
  noteExtensions('keys, acts, play-limits, reality-checks')
  answers['/api/limits'] = lost
  answers['/api/play'] = () => ({ every: 30, offered: [15, 30, 60] })
  const screen = await open()
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  const minutes = screen.getByRole('button', { name: '15 minutes' })
  await expect.element(minutes).toBeVisible()
  const [call, button] = [screen.getByRole('link', { name: /1323/u }).element(), minutes.element()]
  answers['/api/limits'] = () => new Promise(() => undefined)
  await again.click()
  await expect.poll(() => asked.filter(({ path }) => path === '/api/limits').length).toBeGreaterThan(1)
  await expect.element(screen.getByText('Loading your limits')).toBeInTheDocument()
  expect([call.isConnected, button.isConnected]).toEqual([true, true])
})

test('taking a raise back to a limit that another phone has lowered is a raise, and said to be one', async () => {
  limits = [limit({ amount: 300, raise: { amount: 500, from: later(hour) } })]
  const screen = await open()
  const keep = screen.getByRole('button', { name: 'Keep it as it is' })
  await expect.element(keep).toBeVisible()
  limits = [limit({ amount: 50, raise: { amount: 300, from: later(24 * hour) } })]
  await keep.click()
  await expect.element(screen.getByText('Asked for. Please confirm it after 24 hours.')).toBeVisible()
  expect(screen.getByText('Your limit is in force').query()).toBeNull()
})

test('taking a raise back says that it could not be done', async () => {
  limits = [limit({ amount: 300, raise: { amount: 500, from: later(hour) } })]
  const screen = await open()
  const keep = screen.getByRole('button', { name: 'Keep it as it is' })
  await expect.element(keep).toBeVisible()
  const reply = answers['/api/limits']
  answers['/api/limits'] = (one) => (one.body ? refusal('PLAY_BREAK', 403) : reply?.(one))
  await keep.click()
  await expect.element(screen.getByText('You are on a break', { exact: false })).toBeVisible()
})
