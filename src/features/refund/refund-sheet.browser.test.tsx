import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { receiveRefund } from '#api/contract/refund.ts'
import {
  type Answers,
  type Asked,
  currentAmounts,
  fetchShownAnew,
  lost,
  refusal,
  passTime,
  stillUntil,
  renderScreen,
  stubBackend,
} from '#components/test-screen.tsx'
import { closeErrorDialog, errorDialogAtom } from '#errors/error-dialog.ts'
import { errorText } from '#errors/catalogue.ts'
import { signIn, signOut } from '#data/session/session.ts'
import { leftEntriesAtom, loggedOperations, unsettledOperations } from '#operations/operation-log.ts'
import { UnsettledOperations } from '#operations/unsettled/unsettled-operations.tsx'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { AmountPrivacy } from '#ui/amount.tsx'
import { RefundSheet } from './refund-sheet.tsx'

const settle = '/api/refund/receive'
const pay = '/api/refund/addWallet'

let answers: Answers
let asked: Asked[]
let check: object
const operations = () => asked.filter(({ path }) => path === settle || path === pay)
const steps = () => operations().map(({ path }) => path)

beforeEach(() => {
  check = { result: true, bonus: false, refundAmount: 124.75 }
  answers = {
    '/api/refund/banners': () => ({ banners: [] }),
    '/api/refund/check': () => check,
    '/api/refund': () => ({ total: 1, refunds: [{ refundAmount: 99.5, createdAt: '2025-11-20T07:32:08Z' }] }),
    [settle]: () => ({ refundAmount: 124.75, message: 'REFUND_SUCCESS' }),
    [pay]: () => {
      check = { ...check, result: false, refundAmount: 0 }
      return { refundAmount: 124.75, message: 'REFUND_SUCCESS' }
    },
  }
  asked = stubBackend(answers)
})
afterEach(() => {
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

async function show() {
  const onClose = vi.fn<() => void>()
  const screen = await renderScreen(<RefundSheet onClose={onClose} />)
  const receive = screen.getByRole('button', { name: 'Claim cashback' })
  return { screen, receive, onClose }
}

test('two operations, one after the other, each with its own key', async () => {
  const { screen, receive, onClose } = await show()
  await expect.element(screen.getByText('124.75 ฿')).toBeVisible()
  await receive.click()
  await expect.element(screen.getByText('Your cashback is in your wallet.')).toBeVisible()
  await expect.element(screen.getByText('+124.75 ฿')).toBeVisible()
  await expect.poll(steps).toEqual([settle, pay])
  expect(new Set(operations().map(({ key }) => key)).size).toBe(2)
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
})

test('shows what was received before', async () => {
  const { screen } = await show()
  const row = screen.getByRole('list', { name: 'Claimed before' }).getByRole('listitem')
  await expect.element(row).toHaveTextContent(/Cashback.*20\/11\/2025 14:32:08.*\+99\.50/u)
})

test('what can be claimed is shown once the list below cannot move its button any more', async () => {
  let arrive: (log: object) => void = () => undefined
  answers['/api/refund'] = () => new Promise((resolve) => (arrive = resolve))
  const isAsked = (wanted: string) => asked.some(({ path }) => path === wanted)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { receive } = await show()
  await stillUntil(() => isAsked('/api/refund/check') && isAsked('/api/refund'))
  await passTime(1000)
  expect(receive.query()).toBeNull()
  vi.useRealTimers()
  arrive({ total: 0, refunds: [] })
  await expect.element(receive).toBeEnabled()
})

test('the sheet keeps its height where there is nothing to claim, and nothing was', async () => {
  check = { result: false, bonus: false, refundAmount: 0 }
  let arrive: (log: object) => void = () => undefined
  answers['/api/refund'] = () => new Promise((resolve) => (arrive = resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { screen } = await show()
  await stillUntil(() => asked.some(({ path }) => path === '/api/refund'))
  await passTime(100)
  const height = () => screen.getByRole('dialog').element().getBoundingClientRect().height
  const before = height()
  vi.useRealTimers()
  arrive({ total: 0, refunds: [] })
  await expect.element(screen.getByText('No cashback to claim right now')).toBeVisible()
  await expect.element(screen.getByText('No cashback claimed yet')).toBeVisible()
  expect(Math.abs(height() - before)).toBeLessThanOrEqual(2)
})

test('earlier refunds are listed ten per page', async () => {
  const refunds = Array.from({ length: 10 }, () => ({ refundAmount: 1, createdAt: '2025-11-20T07:32:08Z' }))
  answers['/api/refund'] = () => ({ total: 11, refunds })
  const { screen } = await show()
  await screen.getByRole('button', { name: 'Next page' }).click()
  const pages = () => asked.filter(({ path }) => path === '/api/refund').map(({ body }) => body)
  await expect.poll(() => pages().at(-1)).toEqual({ page: 2, limit: 10 })
  await expect.poll(() => pages()[0]).toEqual({ page: 1, limit: 10 })
  await expect.element(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('earlier refunds are paged by position', async () => {
  const refunds = Array.from({ length: 10 }, () => ({ refundAmount: 1, createdAt: '2025-11-20T07:32:08Z' }))
  answers['/api/refund'] = ({ body }) => {
    const { before } = body as { before?: string }
    return { total: 21, cursor: before ? 'second' : 'first', refunds }
  }
  const { screen } = await show()
  const pages = () => asked.filter(({ path }) => path === '/api/refund').map(({ body }) => body)
  for (const [turn, page, before] of [
    ['Next page', 2, 'first'],
    ['Next page', 3, 'second'],
    ['Previous page', 2, 'first'],
  ] as const) {
    await screen.getByRole('button', { name: turn }).click()
    await expect.element(screen.getByText(`${page} / 3`)).toBeVisible()
    await expect.poll(() => pages().at(-1)).toEqual({ page, limit: 10, before })
    await expect
      .element(screen.getByRole('list', { name: 'Claimed before' }))
      .toHaveAttribute('aria-busy', 'false')
  }
})

test('an active bonus disables the button and says why', async () => {
  check = { result: true, bonus: true, refundAmount: 124.75 }
  const { screen, receive } = await show()
  await expect.element(receive).toBeDisabled()
  await expect.element(screen.getByText(/A bonus is still active/u)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'See the bonus' }))
    .toHaveAttribute('href', '/user/bonus')
})

test.each([
  ['', 'It grows while you play. Please check again later.'],
  ['Counted anew each Monday', 'Counted anew each Monday'],
  ['REFUND_INACTIVE', 'Cashback is closed at the moment. Please come back later.'],
])('without a refund it says so, with the site’s reason (%j)', async (info, words) => {
  check = { result: false, bonus: false, info, refundAmount: 0 }
  const { screen, receive } = await show()
  await expect.element(screen.getByText('No cashback to claim right now')).toBeVisible()
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(receive.query()).toBeNull()
})

test('a refund below the minimum is shown as collected so far, with the site’s words', async () => {
  check = { result: false, bonus: false, info: 'You can claim it from 1.00 baht.', refundAmount: 0.5 }
  const { screen } = await show()
  await expect
    .element(screen.getByText(/So far you have/u))
    .toHaveTextContent('So far you have 0.50 ฿. It cannot be claimed yet. You can claim it from 1.00 baht.')
})

test.each([
  [false, /^So far you have .*Amount hidden.*It cannot be claimed yet\./u],
  [true, /^A part of your net losses/u],
])('words of the site that name the amount are hidden with it (claimable: %j)', async (result, words) => {
  check = { result, bonus: false, info: 'You have 987.65 baht so far.', refundAmount: 987.65 }
  const screen = await renderScreen(
    <AmountPrivacy hidden label="Amount hidden">
      <RefundSheet onClose={() => undefined} />
    </AmountPrivacy>,
  )
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(screen.getByText(/987/u).query()).toBeNull()
})

test.each([true, false])('an amount that is not current does not look so (claimable: %j)', async (result) => {
  check = { ...check, result }
  const { screen } = await show()
  await expect.poll(currentAmounts).toContain('124.75 ฿')
  store.set(connectionAtom, 'offline')
  await expect.poll(currentAmounts).not.toContain('124.75 ฿')
  store.set(connectionAtom, 'online')
  await expect.poll(currentAmounts).toContain('124.75 ฿')
  answers['/api/refund/check'] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  await fetchShownAnew()
  await expect.poll(currentAmounts).not.toContain('124.75 ฿')
  await expect.element(screen.getByText(/124\.75 ฿/u)).toBeVisible()
})

test.each([...receiveRefund.errors.filter((code) => code !== 'NO_REFUND'), 'Not today'])(
  '%s at the first step is told, and the second is not begun',
  async (code) => {
    answers[settle] = () => refusal(code)
    const { screen, receive } = await show()
    await receive.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(errorText(code)?.message ?? code)
    await expect.poll(steps).toEqual([settle])
  },
)

test('the terms of the amount that is shown go along; where they have changed, the present amount is shown and nothing is paid', async () => {
  const shown = check
  check = { ...shown, terms: '500' }
  answers[`${settle}/500`] = () => {
    check = { ...shown, refundAmount: 24.95, terms: '100' }
    return Response.json({ message: 'REFUND_CONDITION', reason: 'terms-changed' }, { status: 400 })
  }
  answers[`${settle}/100`] = answers[settle] ?? lost
  const { screen, receive } = await show()
  await receive.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/terms of this offer have just changed/u)
  await expect.element(screen.getByText('24.95 ฿')).toBeVisible()
  expect(asked.some(({ path }) => path === pay)).toBe(false)
  await receive.click()
  await expect.element(screen.getByText('Your cashback is in your wallet.')).toBeVisible()
  const settled = asked.flatMap(({ path }) => (path.startsWith(settle) ? path : []))
  expect(settled).toEqual([`${settle}/500`, `${settle}/100`])
})

test('if it stopped between the two, the next try finishes it', async () => {
  const paying = answers[pay] ?? lost
  answers[pay] = lost
  answers['/api/acts'] = () => ({ status: 'failed', reply: { message: 'INTERNAL_SERVER_ERROR' } })
  const { screen, receive } = await show()
  await receive.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Something went wrong on our side.')
  answers[pay] = paying
  await receive.click()
  await expect.element(screen.getByText('Your cashback is in your wallet.')).toBeVisible()
  await expect.poll(steps).toEqual([settle, pay, settle, pay])
  expect(new Set(operations().map(({ key }) => key)).size).toBe(4)
})

test('a backend with nothing left to settle still pays the pending refund', async () => {
  answers[settle] = () => refusal('NO_REFUND')
  const { screen, receive } = await show()
  await receive.click()
  await expect.element(screen.getByText('Your cashback is in your wallet.')).toBeVisible()
  await expect.poll(steps).toEqual([settle, pay])
})

test('with nothing left to settle, a sheet that was closed tells the payment’s result alone', async () => {
  onTestFinished(closeErrorDialog)
  let settled: (reply: Response) => void = () => undefined
  let paid: (reply: Response) => void = () => undefined
  answers[settle] = () => new Promise((resolve) => (settled = resolve))
  answers[pay] = () => new Promise((resolve) => (paid = resolve))
  const { screen, receive } = await show()
  await receive.click()
  await expect.poll(steps).toEqual([settle])
  await screen.unmount()
  settled(refusal('NO_REFUND'))
  await expect.poll(steps).toEqual([settle, pay])
  expect(store.get(errorDialogAtom)).toBeUndefined()
  paid(refusal('NO_REFUND'))
  await expect.poll(() => store.get(errorDialogAtom)).toBe('No cashback to claim right now')
})

test('a sheet that was closed during the first step leaves the second one’s success alone to be told', async () => {
  let settled: (reply: object) => void = () => undefined
  let paid: (reply: object) => void = () => undefined
  answers[settle] = () => new Promise((resolve) => (settled = resolve))
  answers[pay] = () => new Promise((resolve) => (paid = resolve))
  const left = () => store.get(leftEntriesAtom).map(({ act }) => act)
  const { screen, receive } = await show()
  await receive.click()
  await expect.poll(steps).toEqual([settle])
  await screen.unmount()
  const reply = { refundAmount: 124.75, message: 'REFUND_SUCCESS' }
  settled(reply)
  await expect.poll(steps).toEqual([settle, pay])
  expect(left()).toEqual([])
  paid(reply)
  await expect.poll(left).toEqual(['addRefundToWallet'])
  const list = await renderScreen(<UnsettledOperations earlier={[]} />)
  await expect.element(list.getByText('It went through.')).toBeVisible()
  await list.getByRole('button', { name: 'Close' }).click()
  expect(loggedOperations()).toEqual([])
})

test('with nothing to settle and nothing pending it says so', async () => {
  answers[settle] = () => refusal('NO_REFUND')
  answers[pay] = () => refusal('NO_REFUND')
  const { screen, receive } = await show()
  await receive.click()
  await expect.element(screen.getByText('No cashback to claim right now')).toBeVisible()
})

test.each([
  ['', 1, 0],
  ['Nothing here for you', 1, 1],
])(
  'what another phone claimed first is said once, beside the site’s own words: “%s”',
  async (own, told, alerts) => {
    answers[settle] = () => refusal('NO_REFUND')
    answers[pay] = () => {
      check = { ...check, result: false, refundAmount: 0, refundFail: own }
      return refusal('NO_REFUND')
    }
    const { screen, receive } = await show()
    await receive.click()
    await expect.element(screen.getByText('It grows while you play.')).toBeVisible()
    expect(screen.getByText('No cashback to claim right now').elements()).toHaveLength(told)
    expect(screen.getByRole('alert').elements()).toHaveLength(alerts)
  },
)

test('when the first answer is lost its outcome is asked for, and the second follows by itself', async () => {
  answers[settle] = lost
  answers['/api/acts'] = () => ({
    status: 'done',
    reply: { refundAmount: 124.75, message: 'REFUND_SUCCESS' },
  })
  const { screen, receive } = await show()
  await receive.click()
  await expect.element(screen.getByText('Your cashback is in your wallet.')).toBeVisible()
  await expect.poll(steps).toEqual([settle, pay])
})

test('shows the site’s own messages for success and failure', async () => {
  check = { ...check, refundSuccess: 'Enjoy <i>it</i>', refundFail: 'Please come to the desk' }
  const paying = answers[pay] ?? lost
  answers[pay] = () => refusal('REFUND_CONDITION')
  const { screen, receive } = await show()
  await receive.click()
  await expect.element(screen.getByText('Please come to the desk')).toBeVisible()
  answers[pay] = paying
  await receive.click()
  await expect.element(screen.getByText('Enjoy <i>it</i>')).toBeVisible()
})

test('says so while offline and loads once online', async () => {
  const looking = answers['/api/refund/check'] ?? lost
  answers['/api/refund/check'] = lost
  store.set(connectionAtom, 'offline')
  const { screen } = await show()
  await expect.element(screen.getByText('You are offline')).toBeVisible()
  answers['/api/refund/check'] = looking
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('124.75 ฿')).toBeVisible()
})

test('a refund that an earlier page settled is no longer called unpaid once it is paid', async () => {
  signIn('token', true)
  onTestFinished(signOut)
  const settled = { key: crypto.randomUUID(), act: 'receiveRefund', at: Date.now(), page: 'an earlier one' }
  localStorage.setItem(storageKeys.operationLog, JSON.stringify([settled]))
  answers['/api/acts'] = () => ({
    status: 'done',
    reply: { refundAmount: 124.75, message: 'REFUND_SUCCESS' },
  })
  const screen = await renderScreen(
    <>
      <UnsettledOperations earlier={unsettledOperations()} />
      <RefundSheet onClose={() => undefined} />
    </>,
  )
  const unpaid = screen.getByText(/when you claim it in cashback/u)
  await expect.element(unpaid).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Claim cashback' }).click()
  await expect.element(screen.getByText('Your cashback is in your wallet.')).toBeVisible()
  await expect.element(unpaid).not.toBeInTheDocument()
  await expect.poll(() => localStorage.getItem(storageKeys.operationLog)).toBeNull()
})

test('a refusal that is found after a lost answer says its reason', async () => {
  signIn('token', true)
  onTestFinished(signOut)
  const lostOne = { key: crypto.randomUUID(), act: 'receiveRefund', at: Date.now(), page: 'an earlier one' }
  localStorage.setItem(storageKeys.operationLog, JSON.stringify([lostOne]))
  answers['/api/acts'] = () => ({
    status: 'failed',
    reply: { message: 'REFUND_MINIMUM', reason: 'below-minimum', minimum: 5 },
  })
  const screen = await renderScreen(<UnsettledOperations earlier={unsettledOperations()} />)
  await expect.element(screen.getByText('Cashback can be claimed from 5.00 baht.')).toBeVisible()
})
