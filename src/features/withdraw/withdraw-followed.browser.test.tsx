import { afterEach, expect, test } from 'vitest'
import { refusal, sayMoneyChanged } from '#components/test-screen.tsx'
import { formatTime } from '#i18n/format.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { leftEntriesAtom } from '#operations/operation-log.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { toastsAtom } from '#ui/message/toast.ts'
import { backend, pending, sent, showSheet, stubWithdrawals } from './test-withdraw-sheet.tsx'

stubWithdrawals()
afterEach(() => store.set(connectionAtom, 'online'))

const now = new Date().toISOString()

type Screen = Awaited<ReturnType<typeof showSheet>>['screen']
const steps = (screen: Screen) => screen.getByRole('list', { name: /^Step/u })
const step = (screen: Screen) => screen.baseElement.querySelector('[aria-current=step]')
const here = (screen: Screen) => step(screen)?.firstChild?.textContent

test('from sending it to its arrival, each step announced politely', async () => {
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  backend.answer = () => {
    backend.statements = [pending(100)]
    return { message: 'SUCCESS' }
  }
  await confirm()
  await expect.poll(() => here(screen)).toBe('Sent')
  const news = screen.getByRole('status').first()
  const expectedAt = new Date(Date.now() + 60_000).toISOString()
  backend.statements = [{ ...pending(100), handedAt: now, withdrawal: { expectedAt } }]
  sayMoneyChanged()
  await expect.poll(() => here(screen)).toBe('With the bank')
  await expect.element(news).toHaveTextContent('With the bank')
  const arrival = screen.getByText(/Should arrive by about/u)
  await expect.element(arrival).toBeVisible()
  expect(getComputedStyle(arrival.element()).textAlign).toBe('center')
  backend.statements = [{ ...pending(100), status: 'SUCCESS' }]
  sayMoneyChanged()
  await expect.element(screen.getByText('The money is in your account').last()).toBeVisible()
  await expect.element(news).toHaveTextContent('The money is in your account')
  expect(here(screen)).toBeUndefined()
})

test('each step has its time, and the end is expected; past that it takes longer', async () => {
  const row = { ...pending(100), createdAt: '2026-11-20T03:00:00Z', handedAt: now }
  const inTime = new Date(Date.now() + 60_000).toISOString()
  backend.statements = [{ ...row, withdrawal: { handedAt: now, expectedAt: inTime } }]
  const { screen } = await showSheet()
  await expect.element(steps(screen)).toHaveTextContent(/10:00/u)
  await expect.poll(() => step(screen)?.textContent).toContain(formatTime(now))
  await expect.element(screen.getByText(/Should arrive by about/u)).toBeVisible()
  backend.statements = [{ ...row, withdrawal: { handedAt: now, expectedAt: '2026-11-20T03:20:00Z' } }]
  sayMoneyChanged()
  await expect.element(screen.getByText(/It takes longer than usual/u)).toBeVisible()
})

test('one that waits is cancelled after a question; too late is said', async () => {
  noteExtensions('keys, acts, withdrawals')
  const row = { ...pending(100), reference: 'w1', withdrawal: { mayCancel: true } }
  backend.statements = [row]
  backend.cancelled = () => refusal('WITHDRAW_TOO_LATE')
  const { screen } = await showSheet()
  const ask = screen.getByRole('button', { name: 'Cancel withdrawal' })
  const dialog = screen.getByRole('alertdialog')
  await ask.click()
  const confirm = dialog.getByRole('button', { name: 'Cancel withdrawal' })
  // Coral, as wherever something is cancelled.
  await expect.element(confirm).toHaveClass(/danger/u)
  // One line on a narrow phone, in px.
  expect(confirm.element().getBoundingClientRect().height).toBeLessThan(50)
  await confirm.click()
  await expect.element(screen.getByText(/It is too late to cancel/u)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  backend.cancelled = () => {
    backend.statements = [{ ...row, status: 'FAILED', withdrawal: { isCancelled: true } }]
    return { message: 'SUCCESS' }
  }
  await ask.click()
  await dialog.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await expect.element(screen.getByText('Cancelled. The money is back in your wallet.')).toBeVisible()
  await expect.poll(() => steps(screen).query()).toBeNull()
  expect(sent('/api/wallet/withdraw/w1/cancel')).toHaveLength(2)
})

test('one that was refused meanwhile is told as that, and not as cancelled', async () => {
  noteExtensions('keys, acts, withdrawals')
  const row = { ...pending(100), reference: 'w1', withdrawal: { mayCancel: true } }
  backend.statements = [row]
  const { screen } = await showSheet()
  backend.cancelled = () => {
    backend.statements = [{ ...row, status: 'FAILED', withdrawal: {} }]
    return { message: 'SUCCESS', isReturned: true }
  }
  await screen.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  const told = screen.getByText('The bank did not take it. The money is back in your wallet.')
  await expect.element(told).toBeVisible()
  await expect.poll(() => steps(screen).query()).toBeNull()
  await expect.element(screen.getByText('Your last withdrawal came back')).toBeVisible()
  expect(screen.getByText(/^Cancelled\./u).query()).toBeNull()
})

/** Sends a withdrawal that can be cancelled, and stays on its sheet. */
async function withdrawCancellable() {
  noteExtensions('keys, acts, withdrawals')
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  backend.answer = () => {
    backend.statements = [{ ...pending(100), reference: 'w1', withdrawal: { mayCancel: true } }]
    return { message: 'SUCCESS' }
  }
  await confirm()
  const cancel = screen.getByRole('button', { name: 'Cancel withdrawal' })
  await expect.element(cancel).toBeEnabled()
  return { screen, cancel }
}

test('one that is cancelled where it was sent is told there at once, and in no toast', async () => {
  const { screen, cancel } = await withdrawCancellable()
  // The statement does not know of it yet.
  backend.statementHeld = new Promise(() => undefined)
  await cancel.click()
  const dialog = screen.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByText('Cancelled. The money is back in your wallet.')).toBeVisible()
  await expect.element(cancel).toBeDisabled()
  expect(store.get(toastsAtom)).toEqual([])
})

test('refused meanwhile, it is told so where it was sent', async () => {
  const { screen, cancel } = await withdrawCancellable()
  backend.statementHeld = new Promise(() => undefined)
  backend.cancelled = () => ({ message: 'SUCCESS', isReturned: true })
  await cancel.click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  const told = screen.getByText('The bank did not take it. The money is back in your wallet.')
  await expect.element(told).toBeVisible()
  await expect.element(cancel).toBeDisabled()
})

test('one whose cancelling ends after its sheet was closed is told where unfinished operations are listed', async () => {
  const { screen, cancel } = await withdrawCancellable()
  let cancelled: (reply: object) => void = () => undefined
  backend.cancelled = () => new Promise((resolve) => (cancelled = resolve))
  await cancel.click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await expect.poll(() => sent('/api/wallet/withdraw/w1/cancel')).toHaveLength(1)
  await screen.unmount()
  cancelled({ message: 'SUCCESS' })
  await expect
    .poll(() => store.get(leftEntriesAtom).map(({ act, isDone }) => ({ act, isDone })))
    .toEqual([{ act: 'cancelWithdrawal', isDone: true }])
  expect(store.get(toastsAtom)).toEqual([])
})

test('offline none can be cancelled, and the sheet says why, once', async () => {
  const { screen, cancel } = await withdrawCancellable()
  store.set(connectionAtom, 'offline')
  await expect.element(cancel).toBeDisabled()
  await expect
    .element(cancel)
    .toHaveAccessibleDescription('You are offline. This works when you are connected again.')
  await screen.unmount()

  const { screen: start } = await showSheet()
  await expect.element(start.getByRole('button', { name: 'Cancel withdrawal' })).toBeDisabled()
  await expect.element(start.getByText(/^You are offline\./u)).toBeVisible()
  expect(start.getByText(/^You are offline\./u).elements()).toHaveLength(1)
})

test('a backend that cannot cancel is not asked to', async () => {
  noteExtensions('keys, acts')
  backend.statements = [{ ...pending(100), reference: 'w1', withdrawal: { mayCancel: true } }]
  const { screen } = await showSheet()
  await expect.element(steps(screen)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel withdrawal' }).query()).toBeNull()
})

test('what waits for the games is not on its way to the bank, nor came back from there', async () => {
  const row = { ...pending(600), withdrawal: { isForGames: true } }
  backend.statements = [row]
  backend.limits = { ...backend.limits, maxPending: 1 }
  const { screen } = await showSheet()
  const words = screen.getByText('Waits for the games')
  await expect.element(words).toBeVisible()
  await expect.element(screen.getByText(/^600\.00 ฿ of your wallet is set aside\./u)).toBeVisible()
  expect(steps(screen).query()).toBeNull()
  expect(screen.getByText('Your money is on its way').query()).toBeNull()
  // The bank has nothing of it, so that it takes no place among those that it may have.
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeEnabled()
  backend.statements = [{ ...row, status: 'FAILED' }]
  sayMoneyChanged()
  await expect.element(words).not.toBeInTheDocument()
  expect(screen.getByText('Your last withdrawal came back').query()).toBeNull()
})

test('once the games have paid, the whole amount is followed in its place', async () => {
  backend.statements = [{ ...pending(600), withdrawal: { isForGames: true } }]
  const { screen } = await showSheet()
  const words = screen.getByText('Waits for the games')
  await expect.element(words).toBeVisible()
  backend.statements = [pending(900)]
  sayMoneyChanged()
  await expect.poll(() => here(screen)).toBe('Sent')
  await expect.element(screen.getByText('900.00 ฿')).toBeVisible()
  await expect.element(words).not.toBeInTheDocument()
})

test('a refusal says where the money is', async () => {
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  await confirm()
  backend.statements = [{ ...pending(100), status: 'FAILED' }]
  sayMoneyChanged()
  await expect.element(screen.getByText('Your last withdrawal came back')).toBeVisible()
  await expect
    .element(screen.getByText('The bank did not take it. The money is back in your wallet.').last())
    .toBeVisible()
  expect(steps(screen).query()).toBeNull()
})

const byStaff = { isRefusedByStaff: true }
const ofStaff =
  'Our staff did not approve it. The money is back in your wallet. To ask why, please contact us.'

test('one that staff refused is not told as the bank’s, where it was sent', async () => {
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  await confirm()
  backend.statements = [{ ...pending(100), status: 'FAILED', withdrawal: byStaff }]
  sayMoneyChanged()
  await expect.element(screen.getByText('Your last withdrawal came back')).toBeVisible()
  await expect.element(screen.getByText(ofStaff).last()).toBeVisible()
  await expect.element(screen.getByRole('status').first()).toHaveTextContent(ofStaff)
  expect(screen.getByText(/The bank/u).query()).toBeNull()
})

test('nor where the next one begins: no account is to be checked, and the way to the staff is there', async () => {
  const sentBefore = '2026-01-31T05:00:00Z'
  const paid = { ...pending(200), status: 'SUCCESS', withdrawal: { endedAt: sentBefore } }
  const row = { ...pending(300), createdAt: sentBefore, status: 'FAILED' }
  backend.statements = [paid, { ...row, withdrawal: { ...byStaff, endedAt: now } }]
  const { screen } = await showSheet()
  await expect.element(screen.getByText('Your last withdrawal came back')).toBeVisible()
  await expect.element(screen.getByText('300.00 ฿')).toBeVisible()
  await expect.element(screen.getByText(ofStaff)).toBeVisible()
  const contact = screen.getByRole('link', { name: 'Contact us' })
  await expect.element(contact).toHaveAttribute('href', '/user/contact')
  expect(screen.getByText(/check the account/u).query()).toBeNull()
})

test('nor where it was to be cancelled', async () => {
  const { screen, cancel } = await withdrawCancellable()
  backend.statementHeld = new Promise(() => undefined)
  backend.cancelled = () => ({ message: 'SUCCESS', isReturned: true, ...byStaff })
  await cancel.click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await expect.element(screen.getByText(ofStaff)).toBeVisible()
})

test('also one that was pending when the sheet was opened', async () => {
  const row = pending(120)
  backend.statements = [row]
  const { screen } = await showSheet()
  const waiting = screen.getByRole('list', { name: 'Your money is on its way' })
  await expect.element(waiting).toBeVisible()
  await expect.poll(() => here(screen)).toBe('Sent')
  backend.statements = [{ ...row, handedAt: now }]
  sayMoneyChanged()
  await expect.poll(() => here(screen)).toBe('With the bank')
  backend.statements = [{ ...row, status: 'SUCCESS' }]
  sayMoneyChanged()
  await expect.element(screen.getByText('The money is in your account').last()).toBeVisible()
  await expect.element(screen.getByRole('status')).toHaveTextContent('The money is in your account')
})

test('one that came back after many newer ones is told, and one that still waits behind them is followed', async () => {
  const newer = Array.from({ length: 30 }, () => ({
    ...pending(200),
    status: 'SUCCESS',
    withdrawal: { endedAt: '2026-01-31T05:00:00Z' },
  }))
  const returned = { ...pending(300), createdAt: '2026-01-30T05:00:00Z', status: 'FAILED' }
  const waiting = { ...pending(120), createdAt: '2026-01-30T04:00:00Z' }
  backend.statements = [...newer, { ...returned, withdrawal: { endedAt: now } }, waiting]
  const { screen } = await showSheet()
  await expect.element(screen.getByText('Your last withdrawal came back')).toBeVisible()
  await expect.element(screen.getByText('300.00 ฿')).toBeVisible()
  await expect.element(screen.getByText('Your money is on its way')).toBeVisible()
})
