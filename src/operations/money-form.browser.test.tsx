import { atom, useAtomValue } from 'jotai'
import { RESET } from 'jotai/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ApiError } from '#api/api-error.ts'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'
import { passTime, renderScreen } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { MoneyForm } from './money-form.tsx'
import { OperationDialog } from './operation-dialog.tsx'
import { noOperation, type ShownOperation } from './operation-notice.tsx'

const send = vi.fn<() => void>()
const recheck = vi.fn<ShownOperation['recheck']>(async () => ({ status: 'abandoned' }))
const form = (operation: Partial<ShownOperation>, disabled = false) => (
  <MoneyForm
    label="Send"
    operation={{ ...noOperation, recheck, ...operation }}
    offlineReason="You are offline."
    onSubmit={send}
    disabled={disabled}
    foot={<p>Below</p>}
  >
    <input aria-label="Amount" />
  </MoneyForm>
)
const error = new ApiError('refused', { code: 'NO_GAME', text: 'The game is closed' })

beforeEach(() => {
  send.mockClear()
  recheck.mockClear()
})
afterEach(() => {
  store.set(connectionAtom, 'online')
  store.set(balanceHiddenAtom, RESET)
})

test('is submitted by its button and by keyboard; offline it says why it cannot be', async () => {
  const screen = await renderScreen(form({}))
  const button = screen.getByRole('button', { name: 'Send' })
  await button.click()
  await screen.getByLabelText('Amount').click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => send).toHaveBeenCalledTimes(2)
  expect(screen.getByText('You are offline.').query()).toBeNull()
  ;(button.element() as HTMLElement).focus()
  store.set(connectionAtom, 'offline')
  await expect.element(button).toBeDisabled()
  await expect.element(screen.getByText('You are offline.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveFocus()
  await screen.getByLabelText('Amount').click()
  await userEvent.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(2)
})

/** A limit of the day that refuses for so many ms. */
const ofDay = (ms: number) => {
  const body = { reason: 'limit-day', maximum: 350, until: new Date(Date.now() + ms).toISOString() }
  return new ApiError('refused', { code: 'DEPOSIT_LIMIT', body })
}

test('a refusal that has a time is told until then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const screen = await renderScreen(form({ state: { status: 'failed', error: ofDay(3_600_000) } }))
  await passTime(3_590_000)
  expect(screen.getByText(/A new day begins on/u).query()).not.toBeNull()
  await passTime(12_000)
  expect(screen.getByText(/A new day begins on/u).query()).toBeNull()
  vi.useRealTimers()
})

test('a refusal whose time is over by this phone’s clock is told all the same', async () => {
  const screen = await renderScreen(form({ state: { status: 'failed', error: ofDay(-3_600_000) } }))
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/A new day begins on/u)
})

test('what is left of a limit is hidden like every other amount', async () => {
  const refusal = ofDay(86_400_000)
  const screen = await renderScreen(form({ state: { status: 'failed', error: refusal } }))
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/Left: 350\.00\s฿\./u)
  store.set(balanceHiddenAtom, true)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Left: Amount hidden.')
})

test.each([
  ['busy', form({ busy: true, state: { status: 'sending' } }), 1],
  ['blocked until it is known what became of the last', form({ state: { status: 'unknown', error } }), 0],
  ['disabled', form({}, true), 1],
])('while the operation is %s neither a tap nor the keyboard submits the form', async (_, shown, buttons) => {
  const screen = await renderScreen(shown)
  const button = screen.getByRole('button', { name: 'Send' })
  expect(button.elements()).toHaveLength(buttons)
  for (const each of button.elements()) (each as HTMLElement).click()
  await screen.getByLabelText('Amount').click()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Below').elements()).toHaveLength(buttons)
  expect(send).not.toHaveBeenCalled()
})

test('an operation that is running when the connection is lost stays as it is', async () => {
  store.set(connectionAtom, 'offline')
  const screen = await renderScreen(form({ busy: true, state: { status: 'sending' } }))
  const button = screen.getByRole('button', { name: 'Send' })
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await expect.element(button).not.toHaveAttribute('disabled')
  expect(screen.getByText('You are offline.').query()).toBeNull()
})

test('an unknown outcome can be checked again; a refusal shows above the button, unless it is shown elsewhere', async () => {
  const unknown = await renderScreen(form({ state: { status: 'unknown', error } }))
  await unknown.getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => recheck).toHaveBeenCalledTimes(1)
  await unknown.unmount()

  const failed = { state: { status: 'failed', error } } as const
  const refused = await renderScreen(form(failed))
  await expect.element(refused.getByRole('alert')).toBeVisible()
  await expect.element(refused.getByRole('button', { name: 'Send' })).toBeEnabled()
  await refused.unmount()

  const told = await renderScreen(form({ ...failed, isTold: true }))
  await expect.element(told.getByRole('button', { name: 'Send' })).toBeEnabled()
  expect(told.getByRole('alert').query()).toBeNull()
})

test('an outcome that can never be known says so, and is put away', async () => {
  const reset = vi.fn<() => void>()
  const state = { status: 'unknown', error, comparison: { status: 'compared' } } as const
  const screen = await renderScreen(form({ state, reset }))
  await expect
    .element(screen.getByText('The result can no longer be checked.', { exact: false }))
    .toBeVisible()
  expect(document.body.textContent).not.toContain('yet')
  expect(screen.getByRole('button', { name: 'Check again' }).query()).toBeNull()
  await screen.getByRole('button', { name: 'Close' }).click()
  expect(reset).toHaveBeenCalledOnce()
})

test('nor is money said to be on its way for ever', async () => {
  const underWay = new ApiError('timeout', { code: 'PROCESSING' })
  const screen = await renderScreen(
    form({ state: { status: 'unknown', error: underWay, comparison: { status: 'compared' } } }),
  )
  await expect.element(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  expect(screen.getByText('Your money is on its way').query()).toBeNull()
})

const shownAtom = atom<Partial<ShownOperation>>({})
function FormOfShown() {
  return form(useAtomValue(shownAtom))
}
function DialogOfShown() {
  return (
    <OperationDialog
      open
      title="Send it?"
      operation={{ ...noOperation, recheck, ...useAtomValue(shownAtom) }}
      onConfirm={send}
      onClose={send}
      confirmLabel="Send"
      cancelLabel="Not now"
    />
  )
}
const isChecking = { busy: true, state: { status: 'checking', error } } as const
const isUnknown = { state: { status: 'unknown', error } } as const
const liveRegions = () => [...document.querySelectorAll('[aria-live=polite]')]

test.each([
  ['a form', <FormOfShown key="form" />],
  ['a dialog', <DialogOfShown key="dialog" />],
])('a lost answer is read out in %s: its live region is there before the words', async (_, shown) => {
  store.set(shownAtom, {})
  const screen = await renderScreen(shown)
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeVisible()
  const before = liveRegions()
  const isReadOut = (words: string) => before.some((region) => region.textContent.includes(words))
  store.set(shownAtom, isChecking)
  await expect.poll(() => isReadOut('Checking the result. Nothing is sent twice.')).toBe(true)
  store.set(shownAtom, isUnknown)
  await expect.poll(() => isReadOut('We do not know yet whether it went through')).toBe(true)
  expect(liveRegions()).toEqual(before)
})

test('the focus stays with an operation whose answer is lost, when its button goes', async () => {
  store.set(shownAtom, {})
  const screen = await renderScreen(<FormOfShown />)
  const button = screen.getByRole('button', { name: 'Send' })
  ;(button.element() as HTMLElement).focus()
  store.set(shownAtom, isChecking)
  await expect.element(screen.getByText('Checking the result. Nothing is sent twice.')).toBeVisible()
  await expect.element(button).toHaveFocus()
  store.set(shownAtom, isUnknown)
  const again = screen.getByRole('button', { name: 'Check again' })
  await expect.element(again).toBeVisible()
  await userEvent.tab()
  await expect.element(again).toHaveFocus()
  store.set(shownAtom, isChecking)
  await expect.element(again).not.toBeInTheDocument()
  expect(document.activeElement).toHaveTextContent('Checking the result. Nothing is sent twice.')
  expect(document.activeElement).not.toBe(document.body)
})
